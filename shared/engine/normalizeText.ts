/** What browsers don't draw. */
const ignorableCharacters = /\p{Default_Ignorable_Code_Point}/gu

/** A letter of the scripts in which a joiner between letters changes what one reads: Arabic, those of India, and others. */
const joinedLetter =
  /^(?!\p{Default_Ignorable_Code_Point})[\p{sc=Arab}\p{sc=Syrc}\p{sc=Mong}\p{sc=Deva}\p{sc=Beng}\p{sc=Guru}\p{sc=Gujr}\p{sc=Orya}\p{sc=Taml}\p{sc=Telu}\p{sc=Knda}\p{sc=Mlym}\p{sc=Sinh}\p{sc=Khmr}\p{sc=Mymr}]/u
const endsWithEmoji = /\p{Extended_Pictographic}[\p{Emoji_Modifier}\uFE0F]*$/u
const startsWithEmoji = /^\p{Extended_Pictographic}/u
const takesVariant = /[\p{Extended_Pictographic}\p{Script=Han}]$/u
const endsWithFlag = /\u{1F3F4}[\u{E0020}-\u{E007E}]*$/u

const isPlain = /^[\x21-\x7e]+( [\x21-\x7e]+)*$/

/** Whether an invisible character between these texts changes what is drawn: joiners of some scripts and emoji, and their variants. */
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

/** Characters at either side are enough to judge one between them, a flag's tags being the most. */
const contextLength = 16

const removeInvisible = (text: string): string =>
  text.replaceAll(ignorableCharacters, (character, at: number) =>
    isMeaningful(
      character,
      text.slice(Math.max(0, at - contextLength), at),
      text.slice(at + character.length, at + character.length + contextLength),
    )
      ? character
      : '',
  )

/**
 * Without invisible characters and in NFC, which reorders accents: a joiner that had its letter may have lost it then. What is still
 * not stable after three rounds is no text that anybody reads, and loses every invisible character, so that time stays linear.
 */
function toVisibleText(text: string): string {
  let visible = text
  for (let round = 0; round < 3; round++) {
    const before = visible
    visible = removeInvisible(before).normalize('NFC')
    if (visible === before || visible.search(ignorableCharacters) === -1) return visible
  }
  return visible.replaceAll(ignorableCharacters, '').normalize('NFC')
}

/**
 * A line of text in its one form, for every name, code, email, URL, search, and lookup: NFC, without invisible characters,
 * without white space around it, and with one space for each run inside. Control characters stay, for validation to reject.
 */
export const normalizeLine = (text: string): string =>
  isPlain.test(text)
    ? text
    : toVisibleText(text)
        .replaceAll(/\p{Z}+/gu, ' ')
        .trim()

/** The same for texts of several lines, which keep their spaces and line ends. */
export const normalizeLines = (text: string): string =>
  isPlain.test(text) ? text : toVisibleText(text).trim()

/** A secret without what a copied text brings along: invisible characters, and white space around it. */
export const normalizeSecret = (text: string): string =>
  text.replaceAll(ignorableCharacters, '').normalize('NFC').trim()

/**
 * What two texts share that look the same: in small letters (Latin, Greek, Cyrillic, and Armenian), without any invisible character. Records compare by it where a
 * field is unique; the database has the same function (migrations/sameText.ts).
 */
export const toComparableText = (text: string): string =>
  normalizeLine(text.replaceAll(ignorableCharacters, ''))
    .normalize('NFD')
    .replaceAll(/(?=[\0-\u0556\u1E9E])\p{Lu}/gu, (letter) => letter.toLowerCase())
    .normalize('NFC')
