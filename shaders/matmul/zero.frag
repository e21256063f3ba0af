// A sum of nothing.
out Stored C;

void main() {
  C = Stored(0);
}
