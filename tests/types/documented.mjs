// Everything public has a comment: each export of src/js/types.d.ts, each member, each overload.

import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript-5.4";

const path = join(fileURLToPath(import.meta.url), "../../../src/js/types.d.ts");
const source = ts.createSourceFile(path, ts.sys.readFile(path), ts.ScriptTarget.Latest, true);
const named = [
  ts.SyntaxKind.InterfaceDeclaration,
  ts.SyntaxKind.TypeAliasDeclaration,
  ts.SyntaxKind.ClassDeclaration,
  ts.SyntaxKind.FunctionDeclaration,
  ts.SyntaxKind.PropertySignature,
  ts.SyntaxKind.MethodSignature,
  ts.SyntaxKind.PropertyDeclaration,
  ts.SyntaxKind.MethodDeclaration,
  ts.SyntaxKind.Constructor,
];
const bare = [];
let documented = 0;

/** A type that is written where a parameter's stands is described by the function's comment. */
function visit(node) {
  if (ts.isParameter(node)) return;
  if (named.includes(node.kind)) {
    if (ts.getJSDocCommentsAndTags(node).length > 0) documented++;
    else bare.push(node);
  }
  if (!ts.isFunctionLike(node) && !ts.isTypeAliasDeclaration(node)) ts.forEachChild(node, visit);
  else if (ts.isTypeAliasDeclaration(node)) ts.forEachChild(node.type, visit);
}
ts.forEachChild(source, visit);

for (const node of bare) {
  const { line } = source.getLineAndCharacterOfPosition(node.getStart());
  console.error(`src/js/types.d.ts:${line + 1}: no comment for ${node.getText().split("\n")[0]}`);
}
console.log(`${documented} of ${documented + bare.length} have a comment`);
process.exitCode = bare.length > 0 || documented === 0 ? 1 : 0;
