/** Numbers from 0 up to, not including, 1. */
export type RandomSource = () => number

/** Numbers that are the same in every run (mulberry32). Each list of whole numbers begins a row of its own. */
export function createRandom(...seeds: number[]): RandomSource {
  let state = seeds.reduce((hash, seed) => Math.imul(hash ^ seed, 2_654_435_761) + 97, 7) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** One of the list; the first ones more often when `lean` is above 1. The list must not be empty. */
export function pickRandom<T>(random: RandomSource, from: readonly T[], lean = 1): T {
  const found = from[Math.floor(random() ** lean * from.length)]
  if (found === undefined) throw new Error('Nothing can be picked from an empty list.')
  return found
}

export function pickWeighted<K extends string>(
  random: RandomSource,
  weights: Record<K, number>,
): K {
  // Object.entries forgets which keys the table has.
  const entries = Object.entries(weights) as [K, number][]
  let left = random() * entries.reduce((sum, [, weight]) => sum + weight, 0)
  const found = entries.find(([, weight]) => (left -= weight) < 0) ?? entries.at(-1)
  if (found === undefined) throw new Error('Nothing can be picked from an empty table.')
  return found[0]
}

export const rollChance = (random: RandomSource, probability: number): boolean =>
  random() < probability

/** A whole number from `least` to `most`, both among them. */
export const pickInteger = (random: RandomSource, least: number, most: number): number =>
  least + Math.floor(random() * (most - least + 1))

/** How often something happens that happens `mean` times on the average (Poisson; large means by the normal curve). */
export function pickCount(random: RandomSource, mean: number): number {
  if (mean > 30) return Math.max(0, Math.round(mean + pickNormal(random) * Math.sqrt(mean)))
  const limit = Math.exp(-mean)
  let count = 0
  for (let product = random(); product > limit; count++) product *= random()
  return count
}

/** A number around 0, two thirds of them from -1 to 1 (Box-Muller). */
export const pickNormal = (random: RandomSource): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
