/** Numbers from 0 up to, not including, 1 that are the same in every run: a linear congruential generator. */
export function sameRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** One of the list, by a number from 0 up to 1. */
export function pick<T>(from: readonly [T, ...T[]], random: () => number): T {
  return from[Math.floor(random() * from.length)] ?? from[0]
}
