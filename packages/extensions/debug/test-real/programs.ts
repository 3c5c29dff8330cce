/** Small programs with a planted bug: each is to average numbers, and loses the last one. */
export const PYTHON = `import sys


def average(values):
    total = 0
    count = 0
    for value in values[:-1]:
        total += value
        count += 1
    return total / count


print("average", average([2, 4, 6, 100]))
sys.exit(3)
`;

export const GO = `package main

import (
	"fmt"
	"os"
)

func average(values []int) int {
	total := 0
	for i := 0; i < len(values)-1; i++ {
		total += values[i]
	}
	return total / len(values)
}

func main() {
	fmt.Println("average", average([]int{2, 4, 6, 100}))
	os.Exit(3)
}
`;

export const C = `#include <stdio.h>

static int average(const int *values, int count) {
  int total = 0;
  for (int i = 0; i < count - 1; i++) {
    total += values[i];
  }
  return total / count;
}

int main(void) {
  int values[] = {2, 4, 6, 100};
  printf("average %d\\n", average(values, 4));
  return 3;
}
`;

/** Waits for a debugger on a port that it prints. */
export const WAITING_PYTHON = `import time
import debugpy

_, port = debugpy.listen(("127.0.0.1", 0))
print(f"port {port}")
while True:
    time.sleep(0.01)
`;

export const FORKING_C = `#include <stdio.h>
#include <unistd.h>

int main(void) {
  if (fork() == 0) {
    for (;;) pause();
  }
  puts("forked");
  for (;;) pause();
}
`;
