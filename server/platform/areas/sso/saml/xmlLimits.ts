/**
 * More opening and closing tags than any provider's metadata has, or an answer with 1,000 groups.
 */
export const maxTags = { metadata: 4000, answer: 2500 } as const
const xmlLimits = { depth: 50, attributes: 10_000 }

/**
 * Whether XML is small and flat enough to parse: the parser and XPath take minutes for a megabyte
 * of nested, unclosed, or stray tags, and anyone can send an answer. Takes linear time.
 */
export function isWithinXmlLimits(xml: string, maxTagCount: number): boolean {
  if (countCharacters(xml, '<', maxTagCount) > maxTagCount) return false
  if (countCharacters(xml, '=', xmlLimits.attributes) > xmlLimits.attributes) return false
  let depth = 0
  for (let index = xml.indexOf('<'); index !== -1;) {
    const end = findTagEnd(xml, index)
    if (end === -1) return false
    const first = xml[index + 1]
    if (first === '/') depth -= 1
    else if (first !== '!' && first !== '?' && xml[end - 1] !== '/') depth += 1
    if (depth < 0 || depth > xmlLimits.depth) return false
    index = xml.indexOf('<', end)
  }
  return depth === 0
}

function countCharacters(text: string, character: string, limit: number): number {
  let count = 0
  for (let index = text.indexOf(character); index !== -1 && count <= limit; count++)
    index = text.indexOf(character, index + 1)
  return count
}

/**
 * Finds the end of the tag, comment, or CDATA section that begins here; -1 if there is none, or for
 * declarations, which are never needed.
 */
function findTagEnd(xml: string, start: number): number {
  if (xml.startsWith('<!--', start)) return findEnd(xml, '-->', start + 4)
  if (xml.startsWith('<![CDATA[', start)) return findEnd(xml, ']]>', start + 9)
  if (xml.startsWith('<?', start)) return findEnd(xml, '?>', start + 2)
  if (xml.startsWith('<!', start)) return -1
  let quote: string | undefined
  for (let end = start + 1; end < xml.length; end++) {
    const character = xml[end]
    if (quote !== undefined) quote = character === quote ? undefined : quote
    else if (character === '"' || character === "'") quote = character
    else if (character === '>') return end
  }
  return -1
}

function findEnd(xml: string, mark: string, start: number): number {
  const index = xml.indexOf(mark, start)
  return index === -1 ? -1 : index + mark.length - 1
}
