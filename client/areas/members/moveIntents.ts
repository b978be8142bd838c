import { references } from '#shared/engine/fields/fields.ts'
import { reachParam } from '#shared/engine/reach.ts'
import { readRecord } from '#shared/engine/recordCalls.ts'
import { recordLink } from '#shared/engine/recordLink.ts'
import { within } from '#shared/engine/scope.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { limits } from '#shared/limits.ts'
import { moveMembers, undoMembers } from '#shared/areas/members/groupCalls.ts'
import type { Moved } from '#shared/areas/members/groupCalls.ts'
import { memberGroups } from '#shared/areas/members/memberGroups.ts'
import { members } from '#shared/areas/members/members.ts'
import { Refusal, stayParam } from '#client/form/answerForm.ts'
import type { Intents, Work } from '#client/form/answerForm.ts'
import { target, writtenIn } from '#client/form/saveChanges.ts'
import { groupsMessages as say } from './words.ts'

/** Found by typing, among the members of the store alone. */
export const memberIds = (group: AnyRecord) =>
  references(
    say.search,
    within(members, { field: 'storeId', id: Number(group['storeId']), path: members.path }),
    { hint: say.searchHint },
  )

/** The buttons beside members: which of them goes, whatever else is typed. */
export const takesOut = 'takesOut'

/** How many addresses are named that nobody has. */
const namedUnknown = 20

const done = (what: 'added' | 'removed', group: AnyRecord, moved: Moved) =>
  ({
    notice: `${what}-${moved.moved}`,
    of: recordLink(memberGroups, group),
    undo: undoMembers(group.id, moved),
  }) as const

async function chosenIn({ api, form }: Work, group: AnyRecord) {
  const emails = String(form.get('emails') ?? '')
    .split(/[\s,;]+/, limits.formEntries)
    .filter(Boolean)
  const picked = (await writtenIn(api, { memberIds: memberIds(group) }, form))['memberIds']
  const ids = Array.isArray(picked) ? picked.map(Number) : []
  if (emails.length + ids.length === 0) throw new Refusal({ emails: say.noEmails })
  if (Math.max(emails.length, ids.length) > limits.createMany)
    throw new Refusal({ emails: say.tooMany })
  return { emails, memberIds: ids }
}

/** Puts members into a group, once what that moves was told and confirmed, or takes them out of it. */
export const moving: Intents = {
  async move(work) {
    const { api, form, key } = work
    const { id } = target(form)
    const group = await readRecord(api, memberGroups, id)
    const one = Number(form.get(takesOut) ?? 0)
    if (one > 0) {
      const body = { emails: [], memberIds: [one], action: 'remove' as const }
      form.set(stayParam, '1')
      return done('removed', group, await moveMembers(api, id, body, { key }))
    }
    const chosen = await chosenIn(work, group)
    const action = form.get('action') === 'remove' ? 'remove' : 'add'
    const reach = String(form.get(reachParam) ?? '')
    const moved = await moveMembers(api, id, { ...chosen, action }, { key, reach })
    const unknown = moved.unknown.slice(0, namedUnknown).join(', ')
    if (action === 'add') {
      if (moved.moved > 0) return done('added', group, moved)
      throw new Refusal({ emails: say.nobody({ ...moved, unknown }) })
    }
    // It is told as something done: the panel's figures are read again.
    if (unknown)
      throw new Refusal(
        { emails: say.unknown(moved.moved, unknown) },
        { told: { moved: moved.moved } },
      )
    if (moved.moved === 0) throw new Refusal({ emails: say.notIn })
    return done('removed', group, moved)
  },
}
