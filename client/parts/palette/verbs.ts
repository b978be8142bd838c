import { prefillParam } from '#shared/engine/list/prefillParam.ts'
import { toReferenceTarget } from '#shared/engine/fields/referenceTarget.ts'
import { resources } from '#shared/areas/index.ts'
import { users } from '#shared/areas/users/users.ts'
import { withJobsPanel } from '#shared/engine/jobs/jobsUrl.ts'
import { hasPage } from '#shared/navigation/resourceRoute.ts'
import type { PalettePage } from '#client/shell/paletteUrl.ts'
import { foldText, getSearchWords, matchesWords } from './matching.ts'
import { paletteMessages } from './messages.ts'
import type { PaletteItem } from './paletteItem.ts'
import type { AccessCheck } from './recordActions.ts'

/**
 * Finds what the operator can create: "new size", "size". With a verb, what follows is the new
 * record's name: "add size 3XL".
 */
export function findCreateActions(text: string, allows: AccessCheck): PaletteItem[] {
  const [first = '', ...rest] = text.trim().split(/\s+/)
  const hasVerb = paletteMessages.createVerbs.includes(foldText(first))
  const subject = foldText(rest.join(' '))
  return resources.flatMap((resource) => {
    const creation = hasPage(resource) ? toReferenceTarget(resource).creation : undefined
    if (!creation || !allows(creation, 'write')) return []
    const { address } = creation
    const title = foldText(resource.title.one)
    const label = paletteMessages.create(resource.title.one)
    if (matchesWords(label, getSearchWords(hasVerb ? subject : text)))
      return [{ to: address, label }]
    if (!hasVerb || !subject.startsWith(`${title} `)) return []
    const name = rest.slice(title.split(' ').length).join(' ')
    const prefill = new URLSearchParams({ [prefillParam(resource.relations.label)]: name })
    return [
      {
        to: `${address}${address.includes('?') ? '&' : '?'}${prefill}`,
        label: `${label}: ${name}`,
      },
    ]
  })
}

/** Opens a job in the panel of jobs: "job 42". */
export function findJob(text: string, here: PalettePage): PaletteItem[] {
  const [, id] = /^job #?(\d{1,15})$/i.exec(text.trim()) ?? []
  return id === undefined
    ? []
    : [{ to: withJobsPanel(here, Number(id)), label: paletteMessages.job(id) }]
}

/** Offers to invite a user by email address: "invite ana@example.com". */
export function findInvitation(text: string, allows: AccessCheck): PaletteItem[] {
  const [verb = '', email = '', ...others] = text.trim().split(/\s+/)
  const isInvitation = foldText(verb) === 'invite' && email.includes('@') && others.length === 0
  if (!isInvitation || !allows(users, 'write')) return []
  const prefill = new URLSearchParams({ [prefillParam('people')]: email })
  return [{ to: `/users?invite&${prefill}`, label: paletteMessages.invite(email) }]
}
