import { formatTimestamp, parseTimestamp } from './captionTimes.ts'

/** Tags that players know. */
const knownTags = ['c', 'i', 'b', 'u', 'ruby', 'rt', 'v', 'lang']
/** Tags that say in their annotation who speaks or in which language. */
const annotatedTags = ['v', 'lang']

/** More tags inside each other are dropped: no player shows a difference. */
const maxTagDepth = 20

/** A known form of tag, a time, another tag, a character reference, or text, which "<" and "&" alone are too. */
const cueTokenPattern =
  /<(\/?)([a-z]+)((?:\.[^\s<>.&]+)*)(?:[ \t\n]([^<>]*))?>|<([\d:.]+)>|<\/?[a-z][^<>]*>|(&(?:[a-z][a-z\d]{1,31}|#\d{1,7}|#x[\da-f]{1,6});)|([^<&]+|[<&])/gi

/** Text of a cue as every player reads it: loose "&" and "<" are escaped, unknown tags dropped, and open tags closed. */
export function normalizeCueText(text: string): string {
  const open: string[] = []
  const parts = [...text.matchAll(cueTokenPattern)].map(
    ([, slash, tag = '', classes = '', annotation = '', time, reference, plain]) => {
      if (plain !== undefined) return escapeText(plain)
      if (reference !== undefined) return reference
      if (time !== undefined) return formatTimeTag(time)
      const name = tag.toLowerCase()
      if (!knownTags.includes(name)) return ''
      return slash ? closeTag(open, name) : openTag(open, name, classes, annotation)
    },
  )
  const closed = open.toReversed().map((name) => `</${name}>`)
  // An empty line would end the cue.
  return [...parts, ...closed]
    .join('')
    .split('\n')
    .filter((line) => line !== '')
    .join('\n')
}

function formatTimeTag(time: string): string {
  const milliseconds = parseTimestamp(time)
  return milliseconds === null ? '' : `<${formatTimestamp(milliseconds)}>`
}

function openTag(open: string[], name: string, classes: string, annotation: string): string {
  const voice = open.lastIndexOf('v')
  if (name === 'rt' && open.at(-1) !== 'ruby') return ''
  // Files often begin the next voice without ending the one before.
  const closed = name === 'v' && voice >= 0 && voice === open.length - 1 ? closeTag(open, 'v') : ''
  if (name === 'v' && voice >= 0 && closed === '') return ''
  if (open.length >= maxTagDepth) return closed
  const note = annotation
    .split(/[ \t\n]+/)
    .filter(Boolean)
    .join(' ')
  const isAnnotated = annotatedTags.includes(name)
  if (isAnnotated && note === '') return closed
  open.push(name)
  return `${closed}<${name}${classes}${isAnnotated ? ` ${escapeAnnotation(note)}` : ''}>`
}

/** Players ignore an end that doesn't belong to the innermost tag; the end of "ruby" ends its "rt" too. */
function closeTag(open: string[], name: string): string {
  if (open.at(-1) === name) {
    open.pop()
    return `</${name}>`
  }
  if (name !== 'ruby' || open.at(-1) !== 'rt') return ''
  open.length -= 2
  return '</rt></ruby>'
}

const escapeText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const escapeAnnotation = (text: string) =>
  text.replaceAll(/&(?!(?:[a-z][a-z\d]{1,31}|#\d{1,7}|#x[\da-f]{1,6});)/gi, '&amp;')
