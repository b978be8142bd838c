import '#client/frame/forms.ts'
import type { ReactNode } from 'react'
import { money, select } from '#shared/engine/fields/fields.ts'
import type { Field } from '#shared/engine/fields/fields.ts'
import { readRecord, updateRecord } from '#shared/engine/recordCalls.ts'
import { recordLink } from '#shared/engine/recordLink.ts'
import { labelOf } from '#shared/engine/resource.ts'
import type { AnyRecord, Fields } from '#shared/engine/resource.ts'
import { undoOf } from '#shared/engine/undo.ts'
import { initialValues } from '#shared/engine/fields/validation.ts'
import {
  duplicateTemplate,
  recipientField,
  sendTest,
} from '#shared/areas/giftCards/templateCalls.ts'
import { jobLink } from '#shared/engine/jobs/jobCalls.ts'
import { formatMoney, parseMinor } from '#shared/format/money.ts'
import { giftCardTemplates } from '#shared/areas/giftCards/giftCardTemplates.ts'
import type { Intent, Refused, Work } from '#client/form/answerForm.ts'
import { AskedInput } from '#client/form/inputs/AskedInput.tsx'
import { begunWith } from '#client/form/begun.ts'
import type { Begun } from '#client/form/begun.ts'
import { Panel } from '#client/form/Panel.tsx'
import { target, writtenIn } from '#client/form/saveChanges.ts'
import { besideList, SendButton, SmallForm } from '#client/form/SmallForm.tsx'
import { aboutRecord, openRecord } from '#client/list/panels/definePanels.ts'
import type { PanelProps, PanelWork } from '#client/list/panels/definePanels.ts'
import { recordIntents } from '#client/list/recordIntents.ts'
import { RecordPanel } from '#client/list/panels/RecordPanel.tsx'
import * as styles from '#client/form/Panel.css.ts'
import { LivePreview, Look } from './Preview.tsx'
import { templateWords as say } from './templateWords.ts'

type Props = PanelProps<AnyRecord>

type Opened = { record: AnyRecord | null; begun: Begun }

/** The form of every record, with mail and page as they are typed above it. */
function TemplatePanel({ loaded: { record, begun }, ...props }: PanelProps<Opened>) {
  const saved: Partial<AnyRecord> = record ?? { ...initialValues(giftCardTemplates), ...begun }
  const withdrawn = Number(record?.['withdrawn'] ?? 0)
  return (
    <RecordPanel {...props} loaded={record} begun={begun}>
      {withdrawn > 0 && <p className={styles.warning}>{say.withdrawn(withdrawn)}</p>}
      <LivePreview key={record?.id ?? 0} saved={saved} />
    </RecordPanel>
  )
}

const PreviewPanel = ({ loaded, ...props }: Props) => (
  <Panel {...aboutRecord(props, loaded, say.titles.preview)} size="large">
    <div
      className={styles.body}
      role="region"
      aria-label={labelOf(giftCardTemplates, loaded)}
      tabIndex={0}
    >
      <p>{say.sample}</p>
      <Look values={loaded} />
    </div>
  </Panel>
)

/** The amounts that a template takes: chosen from its list, or typed. */
function amountField(template: AnyRecord): Field {
  const currency = String(template['currency'])
  if (template['amountKind'] !== 'fixed') return money(say.amount, { currency, min: 1 })
  const amounts = (Array.isArray(template['amounts']) ? template['amounts'] : []).flatMap(
    (one) => parseMinor(String(one), currency) ?? [],
  )
  const options = amounts.map((one) => [String(one), formatMoney(one, currency)])
  return select(say.amount, Object.fromEntries(options))
}

const testFields = (template: AnyRecord): Fields => ({
  recipient: recipientField,
  amount: amountField(template),
})

const test: Intent = async ({ api, resource, form, key }) => {
  const { id } = target(form)
  const template = await readRecord(api, resource, id)
  const { recipient, amount } = await writtenIn(api, testFields(template), form)
  const asked = { id, recipient: String(recipient), amount: Number(amount), productId: null }
  const job = await sendTest(api, asked, key)
  return { notice: 'job-started', of: jobLink(job, giftCardTemplates.path) }
}

const { name, code } = giftCardTemplates.fields
const copied = { name, code }

const duplicate: Intent = async ({ api, resource, form, key }) => {
  const written = await writtenIn(api, copied, form)
  const copy = { id: target(form).id, name: String(written['name']), code: String(written['code']) }
  return { notice: 'created', of: recordLink(resource, await duplicateTemplate(api, copy, key)) }
}

const turn =
  (paused: boolean): Intent =>
  async ({ api, resource, form, key }: Work) => {
    const pauseReason = paused ? String(form.get('pauseReason') ?? '').trim() || null : null
    const values = { paused, pauseReason }
    const was = await readRecord(api, resource, target(form).id)
    const saved = await updateRecord(api, resource, target(form), values, key)
    const before = { paused: was['paused'], pauseReason: was['pauseReason'] }
    const undo = undoOf(resource, before, { ...was, ...saved, ...values })
    return { notice: 'status-changed', of: recordLink(resource, saved), undo }
  }

type AskProps = Props & {
  intent: 'test' | 'duplicate' | 'pause' | 'resume'
  explain: string
  button: string | null
  fields?: Fields
  usual?: Readonly<Record<string, unknown>>
}

function Ask({ loaded, intent, explain, button, fields = {}, usual = {}, ...props }: AskProps) {
  const inputs = (answer: Refused | undefined): ReactNode =>
    Object.entries(fields).map(([name, field]) => (
      <AskedInput
        key={name}
        id={`${intent}-${name}`}
        name={name}
        field={field}
        answer={answer}
        begins={usual[name]}
      />
    ))
  return (
    <SmallForm
      {...besideList(props)}
      record={loaded}
      intent={intent}
      title={say.titles[intent]}
      buttons={button && <SendButton>{button}</SendButton>}
    >
      {(answer) => (
        <>
          <p>{explain}</p>
          {inputs(answer)}
        </>
      )}
    </SmallForm>
  )
}

function TestPanel(props: Props) {
  const isSandbox = props.loaded['environment'] === 'sandbox'
  return (
    <Ask
      {...props}
      intent="test"
      explain={isSandbox ? say.testExplain : say.testLive}
      button={isSandbox ? say.test : null}
      fields={isSandbox ? testFields(props.loaded) : {}}
    />
  )
}

const DuplicatePanel = (props: Props) => (
  <Ask
    {...props}
    intent="duplicate"
    explain={say.duplicateExplain}
    button={say.duplicate}
    fields={copied}
    usual={{
      name: say.copyOf(String(props.loaded['name'])),
      code: `${String(props.loaded['code']).slice(0, 36)}-copy`,
    }}
  />
)

const PausePanel = (props: Props) => (
  <Ask
    {...props}
    intent="pause"
    explain={say.pauseExplain}
    button={say.pause}
    fields={{ pauseReason: giftCardTemplates.fields.pauseReason }}
  />
)

const ResumePanel = (props: Props) => (
  <Ask {...props} intent="resume" explain={say.resumeExplain} button={say.resume} />
)

async function open(work: PanelWork): Promise<Opened> {
  const { api, id, params, signal } = work
  if (id !== null) return { record: await openRecord(work), begun: {} }
  const { fields } = giftCardTemplates
  return { record: null, begun: await begunWith({ api, fields, params, signal }) }
}
const { create, edit } = recordIntents

export const panels = {
  create: { Panel: TemplatePanel, intents: { create }, load: open },
  edit: { Panel: TemplatePanel, intents: { edit }, load: open },
  preview: { Panel: PreviewPanel, intents: {}, load: openRecord },
  test: { Panel: TestPanel, intents: { test }, load: openRecord },
  duplicate: { Panel: DuplicatePanel, intents: { duplicate }, load: openRecord },
  pause: { Panel: PausePanel, intents: { pause: turn(true) }, load: openRecord },
  resume: { Panel: ResumePanel, intents: { resume: turn(false) }, load: openRecord },
}
