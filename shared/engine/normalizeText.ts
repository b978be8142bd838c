/** Characters that browsers don't draw. */
const ignorableCharacters = /\p{Default_Ignorable_Code_Point}/gu

/**
 * Letter of a script in which a joiner between letters changes the reading: Arabic, the Indic
 * scripts, and others.
 */
const joinedLetter =
  /^(?!\p{Default_Ignorable_Code_Point})[\p{sc=Arab}\p{sc=Syrc}\p{sc=Mong}\p{sc=Deva}\p{sc=Beng}\p{sc=Guru}\p{sc=Gujr}\p{sc=Orya}\p{sc=Taml}\p{sc=Telu}\p{sc=Knda}\p{sc=Mlym}\p{sc=Sinh}\p{sc=Khmr}\p{sc=Mymr}]/u
const endsWithEmoji = /\p{Extended_Pictographic}[\p{Emoji_Modifier}\uFE0F]*$/u
const startsWithEmoji = /^\p{Extended_Pictographic}/u
const takesVariant = /[\p{Extended_Pictographic}\p{Script=Han}]$/u
const endsWithFlag = /\u{1F3F4}[\u{E0020}-\u{E007E}]*$/u

const isPlain = /^[\x21-\x7e]+( [\x21-\x7e]+)*$/

/**
 * Whether an invisible character between these texts changes what is drawn: joiners in some scripts
 * and emoji, variation selectors, and the tags of flags.
 */
function isMeaningful(character: string, before: string, after: string): boolean {
  const code = character.codePointAt(0) ?? 0
  const isAfterLetter = joinedLetter.test([...before].at(-1) ?? '')
  if (code === 0x200c) return isAfterLetter && joinedLetter.test(after)
  if (code === 0x200d)
    return isAfterLetter || (endsWithEmoji.test(before) && startsWithEmoji.test(after))
  if ((code >= 0xfe00 && code <= 0xfe0f) || (code >= 0xe0100 && code <= 0xe01ef))
    return takesVariant.test(before) || (/[\d#*]$/.test(before) && after.startsWith('\u20E3'))
  return code >= 0xe0020 && code <= 0xe007f && endsWithFlag.test(before)
}

/** Characters needed on either side to judge one between them; the tags of a flag need the most. */
const contextLength = 16

const removeInvisible = (text: string): string =>
  text.replaceAll(ignorableCharacters, (character, index: number) =>
    isMeaningful(
      character,
      text.slice(Math.max(0, index - contextLength), index),
      text.slice(index + character.length, index + character.length + contextLength),
    )
      ? character
      : '',
  )

/**
 * Removes invisible characters and converts to NFC, which reorders accents, so that a joiner may no
 * longer follow its letter. Text that isn't stable after three rounds isn't readable, and loses
 * every invisible character, so that time stays linear.
 */
function toVisibleText(text: string): string {
  let visible = text
  for (let round = 0; round < 3; round++) {
    const previous = visible
    visible = removeInvisible(previous).normalize('NFC')
    if (visible === previous || visible.search(ignorableCharacters) === -1) return visible
  }
  return visible.replaceAll(ignorableCharacters, '').normalize('NFC')
}

/**
 * Normalizes a line of text, for every name, code, email, URL, search, and lookup: NFC, without
 * invisible characters or surrounding white space, and with one space for each run inside. Control
 * characters stay, for validation to reject.
 */
export const normalizeLine = (text: string): string =>
  isPlain.test(text)
    ? text
    : toVisibleText(text)
        .replaceAll(/\p{Z}+/gu, ' ')
        .trim()

/** Normalizes a text of several lines, which keeps its spaces and line ends. */
export const normalizeLines = (text: string): string =>
  isPlain.test(text) ? text : toVisibleText(text).trim()

/**
 * Normalizes a secret: NFC, without the invisible characters and the surrounding white space that
 * copying adds.
 */
export const normalizeSecret = (text: string): string =>
  text.replaceAll(ignorableCharacters, '').normalize('NFC').trim()

/**
 * Returns what texts that look the same have in common: lowercase (Latin, Greek, Cyrillic, and
 * Armenian), without any invisible character. Unique fields compare records by it; the database has
 * the same function (migrations/textFunctions.ts).
 */
export const toComparableText = (text: string): string =>
  normalizeLine(text.replaceAll(ignorableCharacters, ''))
    .normalize('NFD')
    .replaceAll(/(?=[\0-\u0556\u1E9E])\p{Lu}/gu, (letter) => letter.toLowerCase())
    .normalize('NFC')
