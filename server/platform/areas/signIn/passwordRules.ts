import { validateRequiredText } from '#shared/engine/fields/textRules.ts'
import { messages } from '#shared/messages.ts'
import { newPasswordField } from '#shared/areas/signIn/newPasswordField.ts'
import { isCommonPassword, trimNonLetters } from './commonPasswords.ts'
import { foldPassword } from './foldPassword.ts'
import { passwordMessages } from './passwordMessages.ts'

/** The owner of a password. */
type PasswordOwner = {
  email: string
  /** First and last name; missing for the account that a start creates. */
  name?: string
}

/** Shorter words occur in many good passwords. */
const minWordLength = 4

/**
 * Validates any password that a person chooses, and returns the reason for a rejection; undefined
 * if it's accepted. Generated passwords pass: they are long enough, and a word of 4 letters is
 * unlikely in them.
 */
export async function validatePassword(
  password: string,
  { email, name = '' }: PasswordOwner,
  organization: string | null,
): Promise<string | undefined> {
  const error = validateRequiredText(newPasswordField, password)
  if (error) return error
  if (includesWord(password, email.split('@')[0] ?? '')) return passwordMessages.email
  if (includesWord(password, name)) return passwordMessages.name
  if (includesName(password, messages.product)) return passwordMessages.product(messages.product)
  if (organization !== null && includesName(password, organization))
    return passwordMessages.organization(organization)
  return (await isCommonPassword(password)) ? passwordMessages.common : undefined
}

const joinWords = (text: string) => foldPassword(text).replace(/[^\p{L}\p{N}]/gu, '')

const getWords = (text: string) => foldPassword(text).split(/[^\p{L}\p{N}]+/u)

/**
 * Whether a password contains the text or one of its words, ignoring case, accents, and separators.
 */
function includesWord(password: string, text: string): boolean {
  const joined = joinWords(password)
  return [joinWords(text), ...getWords(text)].some(
    (word) => [...word].length >= minWordLength && joined.includes(word),
  )
}

/**
 * Whether a password contains a name. Names of products and organizations are everyday words, so a
 * single word counts only if it's the whole password.
 */
function includesName(password: string, name: string): boolean {
  const joinedName = joinWords(name)
  if ([...joinedName].length >= minWordLength && joinWords(password).includes(joinedName))
    return true
  return getWords(name).includes(joinWords(trimNonLetters(foldPassword(password))))
}
