import { accountKindField } from '#shared/areas/users/accountFields.ts'
import { normalizeAccountEmail } from '#shared/engine/emailAddress.ts'
import { normalizeLine } from '#shared/engine/normalizeText.ts'
import { ApiError } from '#shared/engine/api.ts'
import { longText } from '#shared/engine/fields/fields.ts'
import { validateField } from '#shared/engine/fields/validation.ts'
import { users } from '#shared/areas/users/users.ts'
import type { AccountKind } from '#shared/areas/users/accountStates.ts'
import { inviteUsers, createPasswordLink } from '#shared/areas/users/userCalls.ts'
import type { PasswordLink, PasswordLinks } from '#shared/areas/users/userCalls.ts'
import { FormError, toRowErrors } from '#client/form/handleForm.ts'
import type { Intent } from '#client/form/handleForm.ts'
import { parseRecordVersion, parseValidForm } from '#client/form/saveChanges.ts'
import { usersMessages } from './messages.ts'

const { jobTitle, groupIds, allStores, storeIds } = users.fields

/** The invitation's fields. All except `people` apply to every invited user. */
export const inviteFields = {
  people: longText(usersMessages.people, { max: 20_000, hint: usersMessages.peopleHint }),
  kind: accountKindField,
  jobTitle,
  groupIds,
  allStores,
  storeIds,
}

/** A link with its URL at this console, ready to be shared. */
type InvitationLink = Omit<PasswordLink, 'token'> & { address: string | null }
export type LinksShown = { intent: string; links: InvitationLink[]; mailed: boolean }

const createLinksShown = (
  url: string,
  intent: string,
  { links, mailed }: PasswordLinks,
): { shown: LinksShown } => ({
  shown: {
    intent,
    mailed: mailed === true,
    links: links.map(({ token, ...link }) => ({
      ...link,
      address: token === null ? null : new URL(`/?invitation=${token}`, url).href,
    })),
  },
})

const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/**
 * Splits a line: `Mia Berg <mia@example.com>`, as email programs write it, or address and names
 * separated by commas.
 */
function splitPersonLine(line: string): { email: string; names: string[] } {
  const [, written = '', address] = /^(.*?)<([^<>]*)>$/.exec(line) ?? []
  if (address === undefined) {
    const [email = '', ...names] = line.split(/[,;\t]/).map((part) => part.trim())
    return { email, names }
  }
  const name = written.replaceAll('"', '').trim()
  const [last = '', first] = name.split(',').map((part) => part.trim())
  const names = first === undefined ? name.split(/\s+/) : [first, last]
  return { email: address.trim(), names }
}

/** Parses a line into an account. Missing names are derived from the address where possible. */
export function parsePerson(line: string) {
  const { email: typed, names } = splitPersonLine(normalizeLine(line))
  const email = normalizeAccountEmail(typed)
  const [first = '', ...last] = names
  const [local = ''] = email.split(/[@+]/)
  const [firstPart = '', ...lastParts] = local.split(/[._-]+/).filter(Boolean)
  return {
    email,
    firstName: first || capitalize(firstPart),
    lastName: last.join(' ').trim() || lastParts.map(capitalize).join(' '),
  }
}

/**
 * Parses a text with one or several people per line, as email programs write them, each with its
 * line number.
 */
export const parsePeople = (text: string) =>
  text.split('\n').flatMap((line, index) =>
    line
      .replaceAll(/>\s*[,;]/g, '>\n')
      .split('\n')
      .map((one) => one.trim().replace(/(?<![,;])[,;]+$/, ''))
      .filter(Boolean)
      .map((one) => ({ ...parsePerson(one), line: index + 1 })),
  )

/** Validates a person before the call, since the platform requires both names. */
const validatePerson = ({ email, firstName, lastName }: ReturnType<typeof parsePerson>) =>
  validateField(users.fields.email, email) ??
  (firstName && lastName ? undefined : usersMessages.nameless(email))

/** Invites all people in the form, or none. */
export const inviteUsersIntent: Intent<LinksShown> = async ({ api, form, key, url }) => {
  const { people, kind, ...shared } = await parseValidForm(api, inviteFields, form)
  const parsedPeople = parsePeople(String(people ?? ''))
  if (parsedPeople.length === 0) throw new FormError({ people: usersMessages.none })
  const rowErrors = parsedPeople.flatMap((person) => {
    const error = validatePerson(person)
    return error ? [{ line: person.line, error }] : []
  })
  if (rowErrors.length > 0) throw new FormError({}, { rows: rowErrors })
  const records = parsedPeople.map(({ line: _line, ...person }) => ({ ...person, ...shared }))
  const links = await inviteUsers(api, { kind: kind as AccountKind, records }, key).catch(
    (error: unknown) => {
      if (!(error instanceof ApiError && error.problem.rows)) throw error
      // The platform counts people, the operator counts lines, including empty ones.
      const rows = toRowErrors(error.problem.rows).map((row) => ({
        ...row,
        line: parsedPeople[row.line - 1]?.line ?? row.line,
      }))
      throw new FormError({}, { rows })
    },
  )
  return createLinksShown(url, 'create', links)
}

/** Creates a new link for an account. */
export const createAccountLink: Intent<LinksShown> = async ({ api, form, key, url }) =>
  createLinksShown(url, 'link', await createPasswordLink(api, parseRecordVersion(form).id, key))
