import { ApiFailure } from '#shared/engine/api.ts'
import { longText } from '#shared/engine/fields.ts'
import { users } from '#shared/resources/users.ts'
import { kindField } from '#shared/users/accountFields.ts'
import type { AccountKind } from '#shared/users/accountStates.ts'
import { inviteUsers, makeLink } from '#shared/users/userCalls.ts'
import type { Link, Links } from '#shared/users/userCalls.ts'
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

/** A line as an account: names that are left out are taken from the address, as far as it tells them. */
export function personIn(line: string) {
  const [email = '', first = '', ...last] = line.split(/[,;\t]/).map((part) => part.trim())
  const [local = ''] = email.split('@')
  const [given = '', ...family] = local.split(/[._-]+/).filter(Boolean)
  return {
    email,
    firstName: first || capital(given),
    lastName: last.join(' ').trim() || family.map(capital).join(' '),
  }
}

/** Invites everybody whom the form names, or nobody. */
export const invite: Intent<Shown> = async ({ api, form, key, url }) => {
  const { people, kind, ...shared } = await writtenIn(api, inviteFields, form)
  const numbered = String(people ?? '')
    .split('\n')
    .map((line, at) => ({ line: line.trim(), number: at + 1 }))
    .filter(({ line }) => line !== '')
  if (numbered.length === 0) throw new Refusal({ people: say.none })
  const records = numbered.map(({ line }) => ({ ...personIn(line), ...shared }))
  const links = await inviteUsers(api, { kind: kind as AccountKind, records }, key).catch(
    (error: unknown) => {
      if (!(error instanceof ApiFailure && error.problem.rows)) throw error
      // The platform counts people; the operator counts lines, the empty ones too.
      const rows = refusedRows(error.problem.rows).map((row) => ({
        ...row,
        line: numbered[row.line - 1]?.number ?? row.line,
      }))
      throw new Refusal({}, { rows })
    },
  )
  return shownAt(url, 'create', links)
}

/** A new link for an account. */
export const link: Intent<Shown> = async ({ api, form, key, url }) =>
  shownAt(url, 'link', await makeLink(api, target(form).id, key))
