/** A function that returns numbers from 0 (inclusive) to 1 (exclusive). */
export type RandomSource = () => number

/** Creates a deterministic generator (mulberry32). Each list of seeds has its own sequence. */
export function createRandom(...seeds: number[]): RandomSource {
  let state = seeds.reduce((hash, seed) => Math.imul(hash ^ seed, 2_654_435_761) + 97, 7) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Picks an item of a list that isn't empty. A `lean` above 1 favors the first items. */
export function pickRandom<T>(random: RandomSource, items: readonly T[], skew = 1): T {
  const item = items[Math.floor(random() ** skew * items.length)]
  if (item === undefined) throw new Error('Nothing can be picked from an empty list.')
  return item
}

export function pickWeighted<K extends string>(
  random: RandomSource,
  weights: Record<K, number>,
): K {
  // Object.entries loses the type of the keys.
  const entries = Object.entries(weights) as [K, number][]
  let remaining = random() * entries.reduce((sum, [, weight]) => sum + weight, 0)
  const entry = entries.find(([, weight]) => (remaining -= weight) < 0) ?? entries.at(-1)
  if (entry === undefined) throw new Error('Nothing can be picked from an empty table.')
  return entry[0]
}

export const rollChance = (random: RandomSource, probability: number): boolean =>
  random() < probability

/** Picks an integer from `least` to `most`, inclusive. */
export const pickInteger = (random: RandomSource, min: number, max: number): number =>
  min + Math.floor(random() * (max - min + 1))

/**
 * Picks the number of occurrences of an event that occurs `mean` times on average (Poisson; a
 * normal approximation above 30).
 */
export function pickCount(random: RandomSource, mean: number): number {
  if (mean > 30) return Math.max(0, Math.round(mean + pickNormal(random) * Math.sqrt(mean)))
  const limit = Math.exp(-mean)
  let count = 0
  for (let product = random(); product > limit; count++) product *= random()
  return count
}

/** Picks a standard normal number; two thirds are from -1 to 1 (Box-Muller). */
export const pickNormal = (random: RandomSource): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
