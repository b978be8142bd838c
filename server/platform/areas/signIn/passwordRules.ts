import { textError } from '#shared/engine/fields/textRules.ts'
import { messages } from '#shared/messages.ts'
import { newPassword } from '#shared/areas/users/accountFields.ts'
import { isCommonPassword, removeDecoration } from './commonPasswords.ts'
import { fold } from './foldPassword.ts'
import { passwordMessages } from './passwordMessages.ts'

/** Whose password it is. */
export type PasswordOwner = {
  email: string
  /** First and last name; not known of an account that is made at the start. */
  name?: string
}

/** Shorter words are in many good passwords. */
const shortestWord = 4

/**
 * The one rule for every password that a person chooses, as a sentence; undefined if the password may be used. Generated
 * passwords pass: they are long enough, and no word of 4 letters is likely in them.
 */
export async function validatePassword(
  password: string,
  { email, name = '' }: PasswordOwner,
  organization: string | null,
): Promise<string | undefined> {
  const error = textError(newPassword, password)
  if (error) return error
  if (includesWord(password, email.split('@')[0] ?? '')) return passwordMessages.email
  if (includesWord(password, name)) return passwordMessages.name
  if (isNamedAfter(password, messages.product)) return passwordMessages.product(messages.product)
  if (organization !== null && isNamedAfter(password, organization))
    return passwordMessages.organization(organization)
  return (await isCommonPassword(password)) ? passwordMessages.common : undefined
}

const joinWords = (text: string) => fold(text).replace(/[^\p{L}\p{N}]/gu, '')

const getWords = (text: string) => fold(text).split(/[^\p{L}\p{N}]+/u)

/** Whether a password holds the text, or one of its words, whatever the case, accents, and separators. */
function includesWord(password: string, text: string): boolean {
  const joined = joinWords(password)
  return [joinWords(text), ...getWords(text)].some(
    (word) => [...word].length >= shortestWord && joined.includes(word),
  )
}

/** Names of products and organizations are everyday words, so one of their words counts only as the whole password. */
function isNamedAfter(password: string, name: string): boolean {
  const whole = joinWords(name)
  if ([...whole].length >= shortestWord && joinWords(password).includes(whole)) return true
  return getWords(name).includes(joinWords(removeDecoration(fold(password))))
}
