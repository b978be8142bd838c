import { normalizeAccountEmail } from '#shared/engine/emailAddress.ts'
import { normalizeLine } from '#shared/engine/normalizeText.ts'
import { ApiFailure } from '#shared/engine/api.ts'
import { longText } from '#shared/engine/fields/fields.ts'
import { fieldError } from '#shared/engine/fields/validation.ts'
import { users } from '#shared/areas/users/users.ts'
import { kindField } from '#shared/areas/users/accountFields.ts'
import type { AccountKind } from '#shared/areas/users/accountStates.ts'
import { inviteUsers, makeLink } from '#shared/areas/users/userCalls.ts'
import type { Link, Links } from '#shared/areas/users/userCalls.ts'
import { Refusal, refusedRows } from '#client/form/answerForm.ts'
import type { Intent } from '#client/form/answerForm.ts'
import { target, writtenIn } from '#client/form/saveChanges.ts'
import { userWords as say } from './words.ts'

const { jobTitle, groupIds, allStores, storeIds } = users.fields

/** What an invitation asks for; all but the people holds of each of them. */
export const inviteFields = {
  people: longText(say.people, { max: 20_000, hint: say.peopleHint }),
  kind: kindField,
  jobTitle,
  groupIds,
  allStores,
  storeIds,
}

/** A link as it is sent on: at this console. */
export type SentLink = Omit<Link, 'token'> & { address: string | null }
export type Shown = { intent: string; links: SentLink[]; mailed: boolean }

const shownAt = (url: string, intent: string, { links, mailed }: Links): { shown: Shown } => ({
  shown: {
    intent,
    mailed: mailed === true,
    links: links.map(({ token, ...link }) => ({
      ...link,
      address: token === null ? null : new URL(`/?invitation=${token}`, url).href,
    })),
  },
})

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** A line by its parts: `Mia Berg <mia@example.com>` as mail programs write it, or address and names separated by commas. */
function partsOf(line: string): { email: string; names: string[] } {
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

/** A line as an account: names that are left out are taken from the address, as far as it tells them. */
export function personIn(line: string) {
  const { email: typed, names } = partsOf(normalizeLine(line))
  const email = normalizeAccountEmail(typed)
  const [first = '', ...last] = names
  const [local = ''] = email.split(/[@+]/)
  const [given = '', ...family] = local.split(/[._-]+/).filter(Boolean)
  return {
    email,
    firstName: first || capital(given),
    lastName: last.join(' ').trim() || family.map(capital).join(' '),
  }
}

/** The people of a text, one a line or several as mail programs write them, each with its line. */
export const peopleIn = (text: string) =>
  text.split('\n').flatMap((line, at) =>
    line
      .replaceAll(/>\s*[,;]/g, '>\n')
      .split('\n')
      .map((one) => one.trim().replace(/(?<![,;])[,;]+$/, ''))
      .filter(Boolean)
      .map((one) => ({ ...personIn(one), line: at + 1 })),
  )

/** What is wrong with a line before anybody is asked; the platform takes nobody without both names. */
const faultOf = ({ email, firstName, lastName }: ReturnType<typeof personIn>) =>
  fieldError(users.fields.email, email) ?? (firstName && lastName ? undefined : say.nameless(email))

/** Invites everybody whom the form names, or nobody. */
export const invite: Intent<Shown> = async ({ api, form, key, url }) => {
  const { people, kind, ...shared } = await writtenIn(api, inviteFields, form)
  const named = peopleIn(String(people ?? ''))
  if (named.length === 0) throw new Refusal({ people: say.none })
  const faults = named.flatMap((person) => {
    const error = faultOf(person)
    return error ? [{ line: person.line, error }] : []
  })
  if (faults.length > 0) throw new Refusal({}, { rows: faults })
  const records = named.map(({ line: _line, ...person }) => ({ ...person, ...shared }))
  const links = await inviteUsers(api, { kind: kind as AccountKind, records }, key).catch(
    (error: unknown) => {
      if (!(error instanceof ApiFailure && error.problem.rows)) throw error
      // The platform counts people; the operator counts lines, the empty ones too.
      const rows = refusedRows(error.problem.rows).map((row) => ({
        ...row,
        line: named[row.line - 1]?.line ?? row.line,
      }))
      throw new Refusal({}, { rows })
    },
  )
  return shownAt(url, 'create', links)
}

/** A new link for an account. */
export const link: Intent<Shown> = async ({ api, form, key, url }) =>
  shownAt(url, 'link', await makeLink(api, target(form).id, key))
