import { references } from '#shared/engine/fields/fields.ts'
import { impactParam } from '#shared/engine/impact.ts'
import { loadRecord } from '#shared/engine/recordCalls.ts'
import { toRecordLink } from '#shared/engine/recordLink.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { limits } from '#shared/limits.ts'
import { moveMembers, createMoveUndo } from '#shared/areas/members/groupCalls.ts'
import type { MoveResult } from '#shared/areas/members/groupCalls.ts'
import { memberGroups } from '#shared/areas/members/memberGroups.ts'
import { FormError, stayParam } from '#client/form/handleForm.ts'
import type { Intents, IntentContext } from '#client/form/handleForm.ts'
import { parseRecordVersion, parseValidForm } from '#client/form/saveChanges.ts'
import { memberGroupsMessages } from './messages.ts'

/** Creates the field that finds members by typing, limited to the group's store. */
export const createMembersField = (group: AnyRecord) =>
  references(
    memberGroupsMessages.search,
    { name: 'members', parentFilter: { field: 'storeId', id: Number(group['storeId']) } },
    { hint: memberGroupsMessages.searchHint },
  )

/**
 * Name of the remove buttons. Their value is the member to remove, whatever else the form contains.
 */
export const removeParam = 'takesOut'

/** Number of unknown email addresses that an error lists. */
const maxUnknownEmails = 20

const createMoveResult = (what: 'added' | 'removed', group: AnyRecord, moved: MoveResult) =>
  ({
    notice: `${what}-${moved.moved}`,
    of: toRecordLink(memberGroups, group),
    undo: createMoveUndo(group.id, moved),
  }) as const

async function parseSelectedMembers({ api, form }: IntentContext, group: AnyRecord) {
  const emails = String(form.get('emails') ?? '')
    .split(/[\s,;]+/, limits.formEntries)
    .filter(Boolean)
  const memberIds = (await parseValidForm(api, { memberIds: createMembersField(group) }, form))[
    'memberIds'
  ]
  const ids = Array.isArray(memberIds) ? memberIds.map(Number) : []
  if (emails.length + ids.length === 0)
    throw new FormError({ emails: memberGroupsMessages.noEmails })
  if (Math.max(emails.length, ids.length) > limits.createMany)
    throw new FormError({ emails: memberGroupsMessages.tooMany })
  return { emails, memberIds: ids }
}

/** Adds members to a group, once the impact is confirmed, or removes them from it. */
export const moveIntents: Intents = {
  async move(context) {
    const { api, form, key } = context
    const { id } = parseRecordVersion(form)
    const group = await loadRecord(api, memberGroups, id)
    const memberToRemove = Number(form.get(removeParam) ?? 0)
    if (memberToRemove > 0) {
      const body = { emails: [], memberIds: [memberToRemove], action: 'remove' as const }
      form.set(stayParam, '1')
      return createMoveResult('removed', group, await moveMembers(api, id, body, { key }))
    }
    const selection = await parseSelectedMembers(context, group)
    const action = form.get('action') === 'remove' ? 'remove' : 'add'
    const impact = String(form.get(impactParam) ?? '')
    const moved = await moveMembers(api, id, { ...selection, action }, { key, reach: impact })
    const unknown = moved.unknown.slice(0, maxUnknownEmails).join(', ')
    if (action === 'add') {
      if (moved.moved > 0) return createMoveResult('added', group, moved)
      throw new FormError({ emails: memberGroupsMessages.noneMoved({ ...moved, unknown }) })
    }
    // The rest was removed, so the panel reloads its counts.
    if (unknown)
      throw new FormError(
        { emails: memberGroupsMessages.unknown(moved.moved, unknown) },
        { result: { moved: moved.moved } },
      )
    if (moved.moved === 0) throw new FormError({ emails: memberGroupsMessages.notIn })
    return createMoveResult('removed', group, moved)
  },
}
