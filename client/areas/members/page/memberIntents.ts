import {
  eraseMember,
  erasureFields,
  reactivateMember,
  reactivationFields,
  sendMemberInvitation,
  suspendMember,
  suspensionFields,
} from '#shared/areas/members/memberActions.ts'
import { loadGiftCardOffer, sendMemberGiftCard } from '#shared/areas/giftCards/memberCards.ts'
import { members } from '#shared/areas/members/members.ts'
import type { Api } from '#shared/engine/api.ts'
import { loadRecord, updateRecord } from '#shared/engine/recordCalls.ts'
import { toRecordLink } from '#shared/engine/recordLink.ts'
import { createAmountField, toJobLink } from '#client/frame/index.ts'
import type { Intents } from '#client/form/handleForm.ts'
import { parseRecordVersion, parseValidForm } from '#client/form/saveChanges.ts'
import { buildMemberUrl } from './memberUrl.ts'

const loadMemberLink = async (api: Api, id: number) =>
  toRecordLink(members, await loadRecord(api, members, id))

/** The forms of a member's page. */
export const memberIntents: Intents = {
  async suspend({ api, form, key }) {
    const { reason } = await parseValidForm(api, suspensionFields, form)
    const body = { reason: String(reason) }
    const member = await suspendMember(api, parseRecordVersion(form), body, key)
    return { notice: 'status-changed', of: toRecordLink(members, member) }
  },
  async reactivate({ api, form, key }) {
    const { reason } = await parseValidForm(api, reactivationFields, form)
    const body = { reason: reason ? String(reason) : null }
    const member = await reactivateMember(api, parseRecordVersion(form), body, key)
    return { notice: 'status-changed', of: toRecordLink(members, member) }
  },
  async move({ api, form, key }) {
    const groupId = Number(form.get('groupId') ?? 0) || null
    const member = await updateRecord(api, members, parseRecordVersion(form), { groupId }, key)
    return { notice: 'saved', of: toRecordLink(members, member) }
  },
  async invite({ api, form, key }) {
    const { id } = parseRecordVersion(form)
    await sendMemberInvitation(api, id, key)
    return { notice: 'invitation-sent', of: await loadMemberLink(api, id) }
  },
  async erase({ api, form, key }) {
    const { email } = await parseValidForm(api, erasureFields, form)
    const body = { email: String(email) }
    await eraseMember(api, parseRecordVersion(form), body, key)
    return { notice: 'erased' }
  },
  async giftCard({ api, form, key }) {
    const { id } = parseRecordVersion(form)
    const templateId = Number(form.get('templateId'))
    const { templates } = await loadGiftCardOffer(api, id)
    const template = templates.find((one) => one.id === templateId)
    // The platform says why this template can't be used any more.
    const { amount } = template
      ? await parseValidForm(api, { amount: createAmountField(template) }, form)
      : { amount: 1 }
    const job = await sendMemberGiftCard(api, id, { templateId, amount: Number(amount) }, key)
    return { notice: 'job-started', of: toJobLink(job, buildMemberUrl(id)) }
  },
}
