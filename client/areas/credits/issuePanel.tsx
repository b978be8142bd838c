import { getStoreCreditUnit } from '#shared/areas/credits/approval.ts'
import type { CreditAllowance } from '#shared/areas/credits/approval.ts'
import { findAllowanceWithoutApproval } from '#shared/areas/credits/creditCalls.ts'
import type { Api } from '#shared/engine/api.ts'
import { optional } from '#shared/engine/fields/fields.ts'
import { isReferenceValue } from '#shared/engine/list/referenceValues.ts'
import { loadRecord } from '#shared/engine/recordCalls.ts'
import { toRecordLink } from '#shared/engine/recordLink.ts'
import { resolveReferences } from '#shared/engine/fields/references.ts'
import { parseFormData } from '#shared/engine/fields/parseFormData.ts'
import { creditRequests } from '#shared/areas/credits/creditRequests.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { definePanels } from '#client/frame/index.ts'
import type { Intents } from '#client/form/handleForm.ts'
import { loadPrefill } from '#client/form/prefill.ts'
import type { Prefill } from '#client/form/prefill.ts'
import { createRecordFromForm } from '#client/form/saveChanges.ts'
import type { CustomInputs } from '#client/form/RecordForm.tsx'
import type { PanelProps, PanelLoadContext } from '#client/list/panels/definePanels.ts'
import { RecordPanel } from '#client/list/panels/RecordPanel.tsx'
import { UnitInput } from './UnitInput.tsx'
import { buildCreditDecisionUrl } from './buildCreditDecisionUrl.ts'

const { fields: requestFields } = creditRequests

/** The resource as its form shows it. The unit can't be chosen, since it follows from the store. */
const issueForm = {
  ...creditRequests,
  fields: {
    ...requestFields,
    unit: { ...optional(requestFields.unit), derivedInput: true as const },
  },
}

/** Loads the selected store's unit. Null if no store is selected. */
async function loadStoreUnit(
  api: Api,
  store: unknown,
  signal?: AbortSignal,
): Promise<string | null> {
  if (!isReferenceValue(store)) return null
  return getStoreCreditUnit(await loadRecord(api, stores, store.id, signal))
}

const issueIntents: Intents = {
  /**
   * Adds the unit if no script has filled it in. The platform rejects a unit that isn't the
   * store's.
   */
  async create({ api, form, key }) {
    const { storeId } = requestFields
    // Only an issue expires. The form may still contain a date from before the type was changed.
    if (form.get('type') !== 'issue') form.delete('expiresOn')
    if (!form.get('unit')) {
      const { values } = await resolveReferences(api, { storeId }, parseFormData({ storeId }, form))
      form.set('unit', (await loadStoreUnit(api, values['storeId'])) ?? '')
    }
    const request = await createRecordFromForm(api, issueForm, form, key)
    const link = toRecordLink(creditRequests, request)
    // The panel that this leads to shows who may approve the request.
    return request['state'] === 'waiting'
      ? { notice: 'credit-waits', of: link, to: buildCreditDecisionUrl(request.id) }
      : { notice: 'created', of: link }
  },
}

type IssuePanelData = { prefill: Prefill; allowance: CreditAllowance | null }

const createIssueInputs = (allowance: CreditAllowance | null): CustomInputs => ({
  unit: (input) => <UnitInput {...input} allowance={allowance} />,
})

const IssuePanel = ({ loaded: { prefill, allowance }, ...props }: PanelProps<IssuePanelData>) => (
  <RecordPanel
    {...props}
    resource={{ ...props.resource, fields: issueForm.fields }}
    loaded={null}
    prefill={prefill}
    own={createIssueInputs(allowance)}
  />
)

/** Loads what is left of the limits for the form's initial store and member. */
async function loadFormAllowance(api: Api, prefill: Prefill, signal: AbortSignal) {
  const { storeId, memberId } = prefill
  if (!isReferenceValue(storeId)) return null
  const member = isReferenceValue(memberId) ? memberId.id : null
  return findAllowanceWithoutApproval(api, { storeId: storeId.id, memberId: member }, signal)
}

/** The panel in which credits are issued or debited. */
export const issuePanels = definePanels({
  create: {
    Panel: IssuePanel,
    intents: issueIntents,
    async load({ api, params, signal }: PanelLoadContext): Promise<IssuePanelData> {
      const prefill = await loadPrefill({ api, fields: requestFields, params, signal })
      const [unit, allowance] = await Promise.all([
        loadStoreUnit(api, prefill['storeId'], signal),
        loadFormAllowance(api, prefill, signal),
      ])
      return { prefill: { ...prefill, unit }, allowance }
    },
  },
})
