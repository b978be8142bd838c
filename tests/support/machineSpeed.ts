const usualMs = 5
const rounds = 7

const text = JSON.stringify(
  Array.from({ length: 20_000 }, (_, at) => ({ name: `Record ${at}`, at, isEven: at % 2 === 0 })),
)

/**
 * Measures how many times slower than usual this machine is right now; at least 1. Tests multiply
 * their time limits by it.
 */
export function measureSlowness(): number {
  let best = Infinity
  for (let round = 0; round < rounds; round++) {
    const start = performance.now()
    JSON.stringify(JSON.parse(text))
    best = Math.min(best, performance.now() - start)
  }
  return Math.max(1, best / usualMs)
}
