import { prefillParam } from '#shared/engine/list/prefillParam.ts'
import { toReferenceTarget } from '#shared/engine/fields/referenceTarget.ts'
import { resources } from '#shared/areas/index.ts'
import { users } from '#shared/areas/users/users.ts'
import { getRecordUrl } from '#shared/engine/recordLink.ts'
import { withJobsPanel } from '#shared/engine/jobs/jobsUrl.ts'
import { hasPage } from '#shared/navigation/resourceRoute.ts'
import type { PalettePage } from '#client/shell/paletteUrl.ts'
import { foldText } from './matching.ts'
import { paletteMessages } from './messages.ts'
import type { PaletteItem } from './paletteItem.ts'
import { rateNames, ratings } from './rating.ts'
import type { Names } from './rating.ts'
import { getKindNames } from './actionQuery.ts'
import type { AccessCheck } from './paletteItem.ts'
import { hasActions } from './resultItems.ts'
import { createVerbs, inviteVerbs } from './vocabulary.ts'
import { toWords } from './wordStems.ts'

/**
 * Finds what the operator can create: "new size", "size". With a verb, what follows is the new
 * record's name: "add size 3XL".
 */
export function findCreateActions(text: string, allows: AccessCheck): PaletteItem[] {
  const [first = '', ...rest] = text.trim().split(/\s+/)
  const hasVerb = createVerbs.has(foldText(first)) && rest.length > 0
  const subject = (hasVerb ? rest : [first, ...rest]).filter(
    (word) => !articles.includes(foldText(word)),
  )
  return resources.flatMap((resource) => {
    const generic = hasPage(resource) ? toReferenceTarget(resource).creation?.address : undefined
    const address = generic ?? creationUrls[resource.name]
    if (!address || !allows(resource, 'write')) return []
    const names = getKindNames(resource)
    const label = paletteMessages.create(resource.title.one)
    if (first === '') return generic ? [{ to: address, label }] : []
    const rating = rateNames(hasVerb ? names : { label }, toWords(subject.join(' ') || first))
    if (rating !== null)
      return [{ to: address, label, rating: rating + (hasVerb ? verbRating : withoutVerbRating) }]
    const count = hasVerb && generic ? countKindWords(names, subject) : 0
    if (count === 0) return []
    const name = subject.slice(count).join(' ')
    const prefill = new URLSearchParams({ [prefillParam(resource.relations.label)]: name })
    return [
      {
        to: `${address}${address.includes('?') ? '&' : '?'}${prefill}`,
        label: `${label}: ${name}`,
        rating: prefilledRating,
      },
    ]
  })
}

/** Where records are created that the generic form of their list doesn't create. */
const creationUrls: Readonly<Record<string, string>> = {
  apiKeys: '/apiKeys/create',
  users: '/users?invite',
  webhookSubscriptions: '/webhookSubscriptions?create',
}

const articles = ['a', 'an', 'the', 'another']

const [verbRating, prefilledRating, withoutVerbRating] = [0.05, 0.2, 1]

/** Returns how many of the first words name the kind of record; 0 if none do. */
const countKindWords = (names: Names, words: readonly string[]): number =>
  [3, 2, 1].find(
    (count) =>
      words.length > count &&
      (rateNames(names, toWords(words.slice(0, count).join(' '))) ?? 1) <= ratings.alias,
  ) ?? 0

/** Opens a job in the panel of jobs: "job 42". */
export function findJob(text: string, here: PalettePage): PaletteItem[] {
  const [, id] = /^jobs? (?:id )?#?(\d{1,15})$/i.exec(text.trim()) ?? []
  return id === undefined
    ? []
    : [{ to: withJobsPanel(here, Number(id)), label: paletteMessages.job(id), rating: 0 }]
}

/** Opens a record by its ID: "store 12". The search finds records whose names have the number. */
export const findById = (text: string, allows: AccessCheck): PaletteItem[] => {
  const words = text.trim().split(/\s+/)
  const [, id] = /^#?(\d{1,9})$/.exec(words.at(-1) ?? '') ?? []
  if (id === undefined) return []
  const hasIdWord = words.at(-2)?.toLowerCase() === 'id'
  const kind = words.slice(0, hasIdWord ? -2 : -1).join(' ')
  return resources
    .filter(
      (one) =>
        hasActions(one) &&
        !one.path.includes(':') &&
        allows(one) &&
        (rateNames(getKindNames(one), toWords(kind)) ?? 1) <= ratings.alias,
    )
    .map((one) => ({
      to: getRecordUrl(one, { id: Number(id) }),
      label: paletteMessages.record(one.title.one, Number(id)),
      rating: byIdRating,
    }))
}

/** After records that have the number as their name. */
const byIdRating = 0.35

/** Offers to invite a user by email address: "invite ana@example.com", "add user ana@example.com". */
export function findInvitation(text: string, allows: AccessCheck): PaletteItem[] {
  const [verb = '', ...others] = text.trim().split(/\s+/)
  const email = others.find((word) => word.includes('@'))
  if (!email || !inviteVerbs.has(foldText(verb)) || !allows(users, 'write')) return []
  const prefill = new URLSearchParams({ [prefillParam('people')]: email })
  return [
    { to: `/users?invite&${prefill}`, label: paletteMessages.invite(email), rating: verbRating },
  ]
}
