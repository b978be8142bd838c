/** Runs `work` for each item, with up to `count` at once. */
export async function mapConcurrently<One>(
  count: number,
  items: Iterable<One>,
  work: (one: One) => Promise<unknown>,
): Promise<void> {
  const iterator = items[Symbol.iterator]()
  const runLane = async () => {
    for (let next = iterator.next(); !next.done; next = iterator.next()) await work(next.value)
  }
  await Promise.all(Array.from({ length: count }, runLane))
}
