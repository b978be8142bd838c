import { formatCaptionTime, parseCaptionTime } from './captionTimes.ts'

/** Tags that players support. */
const knownTags = ['c', 'i', 'b', 'u', 'ruby', 'rt', 'v', 'lang']
/** Tags whose annotation names the speaker or the language. */
const annotatedTags = ['v', 'lang']

/** Deeper tags are dropped, since no player shows a difference. */
const maxTagDepth = 20

/**
 * A supported form of tag, a time, another tag, a character reference, or text, including a single
 * "<" or "&".
 */
const cueTokenPattern =
  /<(\/?)([a-z]+)((?:\.[^\s<>.&]+)*)(?:[ \t\n]([^<>]*))?>|<([\d:.]+)>|<\/?[a-z][^<>]*>|(&(?:[a-z][a-z\d]{1,31}|#\d{1,7}|#x[\da-f]{1,6});)|([^<&]+|[<&])/gi

/**
 * Normalizes a cue's text so that every player reads it the same: escapes loose "&" and "<", drops
 * unknown tags, and closes open ones.
 */
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
  const milliseconds = parseCaptionTime(time)
  return milliseconds === null ? '' : `<${formatCaptionTime(milliseconds)}>`
}

function openTag(open: string[], name: string, classes: string, annotation: string): string {
  const voice = open.lastIndexOf('v')
  if (name === 'rt' && open.at(-1) !== 'ruby') return ''
  // Files often start the next voice without ending the previous one.
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

/**
 * Players ignore an end that doesn't belong to the innermost tag; the end of "ruby" ends its "rt"
 * too.
 */
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
