import '#client/frame/forms.ts'
// In one chunk with the lists and panels of its screen (client/docs/decisions/0001-chunks.md).
import '#shared/areas/credits/creditEntries.ts'
import '#shared/areas/credits/creditLiabilities.ts'
import './creditsPanels.ts'
import { getStoreUnit } from '#shared/areas/credits/approval.ts'
import type { CreditAllowance } from '#shared/areas/credits/approval.ts'
import { findAllowance } from '#shared/areas/credits/creditCalls.ts'
import type { Api } from '#shared/engine/api.ts'
import { optional } from '#shared/engine/fields/fields.ts'
import { isReferenceValue } from '#shared/engine/list/referenceValues.ts'
import { loadRecord } from '#shared/engine/recordCalls.ts'
import { toRecordLink } from '#shared/engine/recordLink.ts'
import { resolveReferences } from '#shared/engine/fields/references.ts'
import { parseFormData } from '#shared/engine/fields/parseFormData.ts'
import { creditRequests } from '#shared/areas/credits/creditRequests.ts'
import { storeReference } from '#shared/areas/stores/storeReference.ts'
import type { Intents } from '#client/form/handleForm.ts'
import { loadPrefill } from '#client/form/prefill.ts'
import type { Prefill } from '#client/form/prefill.ts'
import { createRecordFromForm } from '#client/form/saveChanges.ts'
import type { CustomInputs } from '#client/form/RecordForm.tsx'
import type { PanelProps, PanelLoadContext } from '#client/list/panels/definePanels.ts'
import { RecordPanel } from '#client/list/panels/RecordPanel.tsx'
import { UnitInput } from './UnitInput.tsx'
import { getDecisionUrl } from './creditsPanels.ts'

const { fields: requestFields } = creditRequests

/** As the form asks for it: the unit is no choice, it follows from the store. */
const issueForm = {
  ...creditRequests,
  fields: {
    ...requestFields,
    unit: { ...optional(requestFields.unit), derivedInput: true as const },
  },
}

/** What the store that was picked counts in; null while none is. */
async function loadStoreUnit(
  api: Api,
  store: unknown,
  signal?: AbortSignal,
): Promise<string | null> {
  if (!isReferenceValue(store)) return null
  return getStoreUnit(await loadRecord(api, storeReference, store.id, signal))
}

const issueIntents: Intents = {
  /** Where no script has filled the unit in, it is filled in here; one that is not the store's the platform refuses. */
  async create({ api, form, key }) {
    const { storeId } = requestFields
    // It is asked of what is issued alone; a form that was filled in for that first holds it still.
    if (form.get('type') !== 'issue') form.delete('expiresOn')
    if (!form.get('unit')) {
      const { values } = await resolveReferences(api, { storeId }, parseFormData({ storeId }, form))
      form.set('unit', (await loadStoreUnit(api, values['storeId'])) ?? '')
    }
    const request = await createRecordFromForm(api, issueForm, form, key)
    const of = toRecordLink(creditRequests, request)
    // The panel that this leads to says who may approve it.
    return request['state'] === 'waiting'
      ? { notice: 'credit-waits', of, to: getDecisionUrl(request.id) }
      : { notice: 'created', of }
  },
}

type IssuePanelData = { begun: Prefill; allowance: CreditAllowance | null }

const createIssueInputs = (allowance: CreditAllowance | null): CustomInputs => ({
  unit: (input) => <UnitInput {...input} allowance={allowance} />,
})

const IssuePanel = ({ loaded: { begun, allowance }, ...props }: PanelProps<IssuePanelData>) => (
  <RecordPanel
    {...props}
    resource={{ ...props.resource, fields: issueForm.fields }}
    loaded={null}
    begun={begun}
    own={createIssueInputs(allowance)}
  />
)

/** What is left of the limits for the store and the member that the form begins with. */
async function loadFormAllowance(api: Api, begun: Prefill, signal: AbortSignal) {
  const { storeId, memberId } = begun
  if (!isReferenceValue(storeId)) return null
  const member = isReferenceValue(memberId) ? memberId.id : null
  return findAllowance(api, { storeId: storeId.id, memberId: member }, signal)
}

/** The panel in which credits are issued or debited. */
export const panels = {
  create: {
    Panel: IssuePanel,
    intents: issueIntents,
    async load({ api, params, signal }: PanelLoadContext): Promise<IssuePanelData> {
      const begun = await loadPrefill({ api, fields: requestFields, params, signal })
      const [unit, allowance] = await Promise.all([
        loadStoreUnit(api, begun['storeId'], signal),
        loadFormAllowance(api, begun, signal),
      ])
      return { begun: { ...begun, unit }, allowance }
    },
  },
}
