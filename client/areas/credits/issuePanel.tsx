import '#client/frame/forms.ts'
// In one chunk with the lists and panels of its screen (client/docs/decisions/0001-chunks.md).
import '#shared/areas/credits/creditEntries.ts'
import '#shared/areas/credits/creditLiabilities.ts'
import './creditsPanels.ts'
import { unitOfStore } from '#shared/areas/credits/approval.ts'
import type { CreditAllowance } from '#shared/areas/credits/approval.ts'
import { findAllowance } from '#shared/areas/credits/creditCalls.ts'
import type { Api } from '#shared/engine/api.ts'
import { optional } from '#shared/engine/fields/fields.ts'
import { isPicked } from '#shared/engine/list/picked.ts'
import { readRecord } from '#shared/engine/recordCalls.ts'
import { recordLink } from '#shared/engine/recordLink.ts'
import { pickReferences } from '#shared/engine/fields/references.ts'
import { valuesFrom } from '#shared/engine/fields/sentValues.ts'
import { creditRequests } from '#shared/areas/credits/creditRequests.ts'
import { storeReference } from '#shared/areas/stores/storeReference.ts'
import type { Intents } from '#client/form/answerForm.ts'
import { begunWith } from '#client/form/begun.ts'
import type { Begun } from '#client/form/begun.ts'
import { createFrom } from '#client/form/saveChanges.ts'
import type { OwnInputs } from '#client/form/RecordForm.tsx'
import type { PanelProps, PanelWork } from '#client/list/panels/definePanels.ts'
import { RecordPanel } from '#client/list/panels/RecordPanel.tsx'
import { Counted } from './Counted.tsx'
import { decisionAddress } from './creditsPanels.ts'

const { fields } = creditRequests

/** As the form asks for it: the unit is no choice, it follows from the store. */
const asked = {
  ...creditRequests,
  fields: { ...fields, unit: { ...optional(fields.unit), follows: true as const } },
}

/** What the store that was picked counts in; null while none is. */
async function unitOf(api: Api, store: unknown, signal?: AbortSignal): Promise<string | null> {
  if (!isPicked(store)) return null
  return unitOfStore(await readRecord(api, storeReference, store.id, signal))
}

const intents: Intents = {
  /** Where no script has filled the unit in, it is filled in here; one that is not the store's the platform refuses. */
  async create({ api, form, key }) {
    const { storeId } = fields
    // It is asked of what is issued alone; a form that was filled in for that first holds it still.
    if (form.get('type') !== 'issue') form.delete('expiresOn')
    if (!form.get('unit')) {
      const { values } = await pickReferences(api, { storeId }, valuesFrom({ storeId }, form))
      form.set('unit', (await unitOf(api, values['storeId'])) ?? '')
    }
    const request = await createFrom(api, asked, form, key)
    const of = recordLink(creditRequests, request)
    // The panel that this leads to says who may approve it.
    return request['state'] === 'waiting'
      ? { notice: 'credit-waits', of, to: decisionAddress(request.id) }
      : { notice: 'created', of }
  },
}

type Loaded = { begun: Begun; allowance: CreditAllowance | null }

const ownInputs = (allowance: CreditAllowance | null): OwnInputs => ({
  unit: (input) => <Counted {...input} allowance={allowance} />,
})

const IssuePanel = ({ loaded: { begun, allowance }, ...props }: PanelProps<Loaded>) => (
  <RecordPanel
    {...props}
    resource={{ ...props.resource, fields: asked.fields }}
    loaded={null}
    begun={begun}
    own={ownInputs(allowance)}
  />
)

/** What is left of the limits for the store and the member that the form begins with. */
async function loadAllowance(api: Api, begun: Begun, signal: AbortSignal) {
  const { storeId, memberId } = begun
  if (!isPicked(storeId)) return null
  const member = isPicked(memberId) ? memberId.id : null
  return findAllowance(api, { storeId: storeId.id, memberId: member }, signal)
}

/** The panel in which credits are issued or debited. */
export const panels = {
  create: {
    Panel: IssuePanel,
    intents,
    async load({ api, params, signal }: PanelWork): Promise<Loaded> {
      const begun = await begunWith({ api, fields, params, signal })
      const [unit, allowance] = await Promise.all([
        unitOf(api, begun['storeId'], signal),
        loadAllowance(api, begun, signal),
      ])
      return { begun: { ...begun, unit }, allowance }
    },
  },
}
