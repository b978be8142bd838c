import { alertRules } from '#shared/areas/alertChannels/alertRules.ts'
import type { AnyRecord, Labels } from '#shared/engine/resource.ts'
import { definePanels, loadPanelRecord } from '#client/frame/index.ts'
import { loadPrefill } from '#client/form/prefill.ts'
import type { Prefill } from '#client/form/prefill.ts'
import type { CustomInputs } from '#client/form/RecordForm.tsx'
import type { PanelLoadContext, PanelProps } from '#client/list/panels/definePanels.ts'
import { RecordPanel } from '#client/list/panels/RecordPanel.tsx'
import { recordIntents } from '#client/list/recordIntents.ts'
import { StoreFilterInput } from './StoreFilterInput.tsx'
import { loadStoreFilterLabels } from './storeFilterWords.ts'

type LoadedRule = { record: AnyRecord | null; prefill: Prefill; filterLabels: Labels }

async function loadRule(context: PanelLoadContext): Promise<LoadedRule> {
  const { api, id, params, signal } = context
  const record = id === null ? null : await loadPanelRecord(context)
  const prefill = record
    ? {}
    : await loadPrefill({ api, fields: alertRules.fields, params, signal })
  const { storeFilter } = record ?? prefill
  const filters = typeof storeFilter === 'string' ? [storeFilter] : []
  return { record, prefill, filterLabels: await loadStoreFilterLabels(api, filters, signal) }
}

const createRuleInputs = (filterLabels: Labels): CustomInputs => ({
  storeFilter: ({ errors: _errors, ...input }) => (
    <StoreFilterInput {...input} labels={filterLabels} />
  ),
})

/** Renders the generic form, which says in words which stores the rule is about. */
const RulePanel = ({ loaded, ...props }: PanelProps<LoadedRule>) => (
  <RecordPanel
    {...props}
    loaded={loaded.record}
    prefill={loaded.prefill}
    own={createRuleInputs(loaded.filterLabels)}
  />
)

const { create, edit } = recordIntents

export const ruleFormPanels = definePanels({
  create: { Panel: RulePanel, intents: { create }, load: loadRule },
  edit: { Panel: RulePanel, intents: { edit }, load: loadRule },
})
