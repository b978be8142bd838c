import type { ReactNode } from 'react'
import { loadRecord, updateRecord } from '#shared/engine/recordCalls.ts'
import { toRecordLink } from '#shared/engine/recordLink.ts'
import { getLabel } from '#shared/engine/resource.ts'
import type { AnyRecord, Fields } from '#shared/engine/resource.ts'
import { createUpdateUndo } from '#shared/engine/undo.ts'
import { getInitialValues } from '#shared/engine/fields/validation.ts'
import { recipientField } from '#shared/areas/giftCards/cardCalls.ts'
import {
  duplicateGiftCardTemplate,
  sendTestGiftCard,
} from '#shared/areas/giftCards/templateCalls.ts'
import type { AmountRules } from '#shared/areas/giftCards/amountField.ts'
import { giftCardTemplates } from '#shared/areas/giftCards/giftCardTemplates.ts'
import {
  FormField,
  createAmountField,
  definePanels,
  getPanelHeading,
  loadPanelRecord,
  toJobLink,
} from '#client/frame/index.ts'
import type { Intent, RejectedForm, IntentContext } from '#client/form/handleForm.ts'
import { loadPrefill } from '#client/form/prefill.ts'
import type { Prefill } from '#client/form/prefill.ts'
import { Panel } from '#client/form/Panel.tsx'
import { parseRecordVersion, parseValidForm } from '#client/form/saveChanges.ts'
import { getListFormProps, SubmitButton, SmallForm } from '#client/form/SmallForm.tsx'
import type { PanelProps, PanelLoadContext } from '#client/list/panels/definePanels.ts'
import { recordIntents } from '#client/list/recordIntents.ts'
import { RecordPanel } from '#client/list/panels/RecordPanel.tsx'
import * as styles from '#client/form/Panel.css.ts'
import { LiveGiftCardTemplatePreview, GiftCardTemplatePreview } from './GiftCardTemplatePreview.tsx'
import { giftCardTemplateMessages } from './templateMessages.ts'

type TemplatePanelProps = PanelProps<AnyRecord>

type TemplatePanelData = { record: AnyRecord | null; prefill: Prefill }

/** Renders the generic form with a live preview of email and page above it. */
function TemplatePanel({ loaded: { record, prefill }, ...props }: PanelProps<TemplatePanelData>) {
  const saved: Partial<AnyRecord> = record ?? { ...getInitialValues(giftCardTemplates), ...prefill }
  const withdrawn = Number(record?.['withdrawn'] ?? 0)
  return (
    <RecordPanel {...props} loaded={record} prefill={prefill}>
      {withdrawn > 0 && (
        <p className={styles.warning}>{giftCardTemplateMessages.withdrawn(withdrawn)}</p>
      )}
      <LiveGiftCardTemplatePreview key={record?.id ?? 0} saved={saved} />
    </RecordPanel>
  )
}

const TemplatePreviewPanel = ({ loaded, ...props }: TemplatePanelProps) => (
  <Panel {...getPanelHeading(props, loaded, giftCardTemplateMessages.titles.preview)} size="large">
    <div
      className={styles.body}
      role="region"
      aria-label={getLabel(giftCardTemplates, loaded)}
      tabIndex={0}
    >
      <p>{giftCardTemplateMessages.sample}</p>
      <GiftCardTemplatePreview values={loaded} />
    </div>
  </Panel>
)

const createTestFields = (template: AnyRecord): Fields => ({
  recipient: recipientField,
  // A template has these fields.
  amount: createAmountField(template as AnyRecord & AmountRules),
})

const sendTestCard: Intent = async ({ api, resource, form, key }) => {
  const { id } = parseRecordVersion(form)
  const template = await loadRecord(api, resource, id)
  const { recipient, amount } = await parseValidForm(api, createTestFields(template), form)
  const input = { id, recipient: String(recipient), amount: Number(amount), productId: null }
  const job = await sendTestGiftCard(api, input, key)
  return { notice: 'job-started', of: toJobLink(job, giftCardTemplates.path) }
}

const { name: nameField, code: codeField } = giftCardTemplates.fields
const copyFields = { name: nameField, code: codeField }

const duplicateTemplateIntent: Intent = async ({ api, resource, form, key }) => {
  const written = await parseValidForm(api, copyFields, form)
  const copy = {
    id: parseRecordVersion(form).id,
    name: String(written['name']),
    code: String(written['code']),
  }
  return {
    notice: 'created',
    of: toRecordLink(resource, await duplicateGiftCardTemplate(api, copy, key)),
  }
}

const createPauseIntent =
  (paused: boolean): Intent =>
  async ({ api, resource, form, key }: IntentContext) => {
    const pauseReason = paused ? String(form.get('pauseReason') ?? '').trim() || null : null
    const values = { paused, pauseReason }
    const previous = await loadRecord(api, resource, parseRecordVersion(form).id)
    const saved = await updateRecord(api, resource, parseRecordVersion(form), values, key)
    const previousValues = { paused: previous['paused'], pauseReason: previous['pauseReason'] }
    const undo = createUpdateUndo(resource, previousValues, { ...previous, ...saved, ...values })
    return { notice: 'status-changed', of: toRecordLink(resource, saved), undo }
  }

type TemplateFormProps = TemplatePanelProps & {
  intent: 'test' | 'duplicate' | 'pause' | 'resume'
  explain: string
  button: string | null
  fields?: Fields
  defaults?: Readonly<Record<string, unknown>>
}

function TemplateForm({
  loaded,
  intent,
  explain,
  button,
  fields = {},
  defaults = {},
  ...props
}: TemplateFormProps) {
  const renderInputs = (answer: RejectedForm | undefined): ReactNode =>
    Object.entries(fields).map(([name, field]) => (
      <FormField
        key={name}
        id={`${intent}-${name}`}
        name={name}
        field={field}
        answer={answer}
        initialValue={defaults[name]}
      />
    ))
  return (
    <SmallForm
      {...getListFormProps(props)}
      record={loaded}
      intent={intent}
      title={giftCardTemplateMessages.titles[intent]}
      buttons={button && <SubmitButton>{button}</SubmitButton>}
    >
      {(answer) => (
        <>
          <p>{explain}</p>
          {renderInputs(answer)}
        </>
      )}
    </SmallForm>
  )
}

function SendTestPanel(props: TemplatePanelProps) {
  const isSandbox = props.loaded['environment'] === 'sandbox'
  return (
    <TemplateForm
      {...props}
      intent="test"
      explain={isSandbox ? giftCardTemplateMessages.testExplain : giftCardTemplateMessages.testLive}
      button={isSandbox ? giftCardTemplateMessages.test : null}
      fields={isSandbox ? createTestFields(props.loaded) : {}}
    />
  )
}

const DuplicateTemplatePanel = (props: TemplatePanelProps) => (
  <TemplateForm
    {...props}
    intent="duplicate"
    explain={giftCardTemplateMessages.duplicateExplain}
    button={giftCardTemplateMessages.duplicate}
    fields={copyFields}
    defaults={{
      name: giftCardTemplateMessages.copyOf(String(props.loaded['name'])),
      code: `${String(props.loaded['code']).slice(0, 36)}-copy`,
    }}
  />
)

const PauseTemplatePanel = (props: TemplatePanelProps) => (
  <TemplateForm
    {...props}
    intent="pause"
    explain={giftCardTemplateMessages.pauseExplain}
    button={giftCardTemplateMessages.pause}
    fields={{ pauseReason: { ...giftCardTemplates.fields.pauseReason, required: true } }}
  />
)

const ResumeTemplatePanel = (props: TemplatePanelProps) => (
  <TemplateForm
    {...props}
    intent="resume"
    explain={giftCardTemplateMessages.resumeExplain}
    button={giftCardTemplateMessages.resume}
  />
)

async function loadTemplatePanel(context: PanelLoadContext): Promise<TemplatePanelData> {
  const { api, id, params, signal } = context
  if (id !== null) return { record: await loadPanelRecord(context), prefill: {} }
  const { fields } = giftCardTemplates
  return { record: null, prefill: await loadPrefill({ api, fields, params, signal }) }
}
const { create, edit } = recordIntents

export const templatePanels = definePanels({
  create: { Panel: TemplatePanel, intents: { create }, load: loadTemplatePanel },
  edit: { Panel: TemplatePanel, intents: { edit }, load: loadTemplatePanel },
  preview: {
    reads: true,
    Panel: TemplatePreviewPanel,
    intents: {},
    load: loadPanelRecord,
  },
  test: { Panel: SendTestPanel, intents: { test: sendTestCard }, load: loadPanelRecord },
  duplicate: {
    Panel: DuplicateTemplatePanel,
    intents: { duplicate: duplicateTemplateIntent },
    load: loadPanelRecord,
  },
  pause: {
    Panel: PauseTemplatePanel,
    intents: { pause: createPauseIntent(true) },
    load: loadPanelRecord,
  },
  resume: {
    Panel: ResumeTemplatePanel,
    intents: { resume: createPauseIntent(false) },
    load: loadPanelRecord,
  },
})
