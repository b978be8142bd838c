/** Runs `work` for each item, with up to `count` at once. */
export async function mapConcurrently<One>(
  count: number,
  all: Iterable<One>,
  work: (one: One) => Promise<unknown>,
): Promise<void> {
  const left = all[Symbol.iterator]()
  const lane = async () => {
    for (let next = left.next(); !next.done; next = left.next()) await work(next.value)
  }
  await Promise.all(Array.from({ length: count }, lane))
}
