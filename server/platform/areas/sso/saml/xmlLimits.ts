/**
 * More opening and closing tags than any provider's metadata has, or an answer with 1,000 groups.
 */
export const maxTags = { metadata: 4000, answer: 2500 } as const
const xmlLimits = { depth: 50, attributes: 10_000 }

/**
 * Whether XML is small and flat enough to parse: the parser and XPath take minutes for a megabyte
 * of nested, unclosed, or stray tags, and anyone can send an answer. Takes linear time.
 */
export function isParsableXml(xml: string, tags: number): boolean {
  if (countCharacters(xml, '<', tags) > tags) return false
  if (countCharacters(xml, '=', xmlLimits.attributes) > xmlLimits.attributes) return false
  let depth = 0
  for (let at = xml.indexOf('<'); at !== -1;) {
    const end = findTagEnd(xml, at)
    if (end === -1) return false
    const first = xml[at + 1]
    if (first === '/') depth -= 1
    else if (first !== '!' && first !== '?' && xml[end - 1] !== '/') depth += 1
    if (depth < 0 || depth > xmlLimits.depth) return false
    at = xml.indexOf('<', end)
  }
  return depth === 0
}

function countCharacters(text: string, character: string, limit: number): number {
  let count = 0
  for (let at = text.indexOf(character); at !== -1 && count <= limit; count++)
    at = text.indexOf(character, at + 1)
  return count
}

/**
 * Finds the end of the tag, comment, or CDATA section that begins here; -1 if there is none, or for
 * declarations, which are never needed.
 */
function findTagEnd(xml: string, at: number): number {
  if (xml.startsWith('<!--', at)) return findEnd(xml, '-->', at + 4)
  if (xml.startsWith('<![CDATA[', at)) return findEnd(xml, ']]>', at + 9)
  if (xml.startsWith('<?', at)) return findEnd(xml, '?>', at + 2)
  if (xml.startsWith('<!', at)) return -1
  let quote: string | undefined
  for (let end = at + 1; end < xml.length; end++) {
    const character = xml[end]
    if (quote !== undefined) quote = character === quote ? undefined : quote
    else if (character === '"' || character === "'") quote = character
    else if (character === '>') return end
  }
  return -1
}

function findEnd(xml: string, mark: string, from: number): number {
  const found = xml.indexOf(mark, from)
  return found === -1 ? -1 : found + mark.length - 1
}
