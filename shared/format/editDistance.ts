/**
 * Counts the edits that turn `typed` into a word or into its beginning: a letter added, left out,
 * replaced, or swapped with its neighbor. Returns `max + 1` if there are more than `max`.
 */
export function countEdits(typed: string, word: string, max: number): number {
  const letters = [...typed]
  const target = [...word].slice(0, letters.length + max)
  let beforeLast: number[] = []
  let last = target.map((_, index) => index + 1)
  last.unshift(0)
  for (const [row, letter] of letters.entries()) {
    const current = [row + 1]
    for (const [column, other] of target.entries()) {
      const isSwapped =
        row > 0 && column > 0 && letter === target[column - 1] && letters[row - 1] === other
      current.push(
        Math.min(
          (last[column] ?? 0) + (letter === other ? 0 : 1),
          (last[column + 1] ?? 0) + 1,
          (current[column] ?? 0) + 1,
          isSwapped ? (beforeLast[column - 1] ?? 0) + 1 : Infinity,
        ),
      )
    }
    if (Math.min(...current) > max) return max + 1
    beforeLast = last
    last = current
  }
  return Math.min(max + 1, ...last)
}
