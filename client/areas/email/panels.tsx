import '#client/frame/integrations.ts'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { required } from '#shared/engine/fields/fields.ts'
import { beginParam } from '#shared/engine/list/beginParam.ts'
import { panelAddresses } from '#shared/engine/list/listView.ts'
import { reachParam } from '#shared/engine/reach.ts'
import type { Api } from '#shared/engine/api.ts'
import { readRecord, updateRecord } from '#shared/engine/recordCalls.ts'
import { recordLink } from '#shared/engine/recordLink.ts'
import { labelOf } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { undoCall } from '#shared/engine/undo.ts'
import type { Undo } from '#shared/engine/undo.ts'
import { jobLink } from '#shared/engine/jobs/jobCalls.ts'
import { defaultMail } from '#shared/areas/email/defaultMail.ts'
import { assignMail, duplicateMail, mailTest } from '#shared/areas/email/mailCalls.ts'
import { mailAssigned } from '#shared/areas/email/mailAssigned.ts'
import { smtpSettings } from '#shared/areas/email/smtpSettings.ts'
import type { Intents, Refused } from '#client/form/answerForm.ts'
import type { Begun } from '#client/form/begun.ts'
import { AskedInput } from '#client/form/inputs/AskedInput.tsx'
import { ReachQuestion, reachButton } from '#client/form/ReachQuestion.tsx'
import { target, writtenIn } from '#client/form/saveChanges.ts'
import { besideList, SendButton, SmallForm } from '#client/form/SmallForm.tsx'
import { openRecord } from '#client/list/panels/definePanels.ts'
import type { PanelProps, PanelWork } from '#client/list/panels/definePanels.ts'
import { IntegrationStatus } from '#client/integrations/IntegrationStatus.tsx'
import { standing } from '#client/integrations/integrations.css.ts'
import { setupMessages } from '#client/integrations/messages.ts'
import type { FurtherStep } from '#client/integrations/NextStep.tsx'
import { addSetupSteps, testInPanel } from '#client/integrations/setupSteps.ts'
import { fixPanel, keepingFix } from '#client/integrations/fix/StoreFix.tsx'
import { recordIntents } from '#client/list/recordIntents.ts'
import { RecordPanel } from '#client/list/panels/RecordPanel.tsx'
import { testPanel } from '#client/integrations/tests/testPanel.tsx'
import { ButtonLink } from '#client/ui/Button.tsx'
import { begunSetting, createSetting } from './createSetting.tsx'
import { useMailFurther } from './useMailFurther.ts'
import { releaseIntents, WaitingMail, WaitingNote } from './WaitingMail.tsx'
import { smtpWords as say } from './words.ts'

const name = { name: smtpSettings.fields.name }
const assigned = { storeIds: required(mailAssigned.storeIds, say.chooseStores) }

const intents = {
  async default({ api, resource, form, key }) {
    const reach = String(form.get(reachParam) ?? '')
    const known = target(form)
    const before = await defaultMail(api)
    const saved = await updateRecord(api, resource, known, { scope: 'platform' }, key, reach)
    const undo = before && before.id !== saved.id ? await defaultAgain(api, before.id) : null
    return { notice: 'saved', of: recordLink(resource, saved), undo }
  },
  async assign({ api, form, key }) {
    const { storeIds } = await writtenIn(api, assigned, form)
    const reach = String(form.get(reachParam) ?? '')
    const job = await assignMail(api, { id: target(form).id, storeIds, reach }, key)
    return { notice: 'job-started', of: jobLink(job, smtpSettings.path) }
  },
  async duplicate({ api, resource, form, key }) {
    const written = await writtenIn(api, name, form)
    const copy = { id: target(form).id, name: String(written['name']) }
    return { notice: 'created', of: recordLink(resource, await duplicateMail(api, copy, key)) }
  },
} satisfies Intents

/** Makes a setting the default that was it until now. */
async function defaultAgain(api: Api, id: number): Promise<Undo> {
  const former = await readRecord(api, smtpSettings, id)
  const path = `/${smtpSettings.name}/${id}`
  return undoCall(former, { method: 'PATCH', path, body: { scope: 'platform' } })
}

type AskProps = PanelProps<AnyRecord> & {
  intent: keyof typeof intents
  explain: string
  submit: string
  /** What stands above the question. */
  lead?: ReactNode
  children?: (answer: Refused | undefined) => ReactNode
}

/** One question about a setting, answered by its form; what it reaches is told before it is done. */
function AskPanel({ loaded, intent, explain, submit, lead, children, ...props }: AskProps) {
  const reach = props.refused?.intent === intent ? props.refused.reach : undefined
  return (
    <SmallForm
      {...besideList(props)}
      record={loaded}
      intent={intent}
      title={say.titles[intent]}
      question={reach && <ReachQuestion reach={reach} />}
      buttons={<SendButton>{reach ? reachButton(reach) : submit}</SendButton>}
    >
      {(answer) => (
        <>
          {lead}
          <p>{explain}</p>
          {children?.(answer)}
        </>
      )}
    </SmallForm>
  )
}

const DefaultPanel = (props: PanelProps<AnyRecord>) => (
  <AskPanel {...props} intent="default" explain={say.defaultExplain} submit={say.defaultNext} />
)

type Assigning = AnyRecord & { begun: Begun }

const AssignPanel = ({ bar, ...props }: PanelProps<Assigning> & { bar: ReactNode }) => (
  <AskPanel
    {...props}
    intent="assign"
    explain={say.assignExplain}
    submit={say.assignNext}
    lead={bar}
  >
    {(answer) => (
      <AskedInput
        id="assign-stores"
        name="storeIds"
        field={assigned.storeIds}
        answer={answer}
        begins={props.loaded.begun['storeIds'] ?? []}
      />
    )}
  </AskPanel>
)

const DuplicatePanel = (props: PanelProps<AnyRecord>) => (
  <AskPanel
    {...props}
    intent="duplicate"
    explain={say.duplicateExplain}
    submit={say.duplicateSubmit}
  >
    {(answer) => (
      <AskedInput
        id="duplicate-name"
        name="name"
        field={name.name}
        answer={answer}
        begins={say.copyOf(labelOf(smtpSettings, props.loaded))}
      />
    )}
  </AskPanel>
)

/** What the mail of a setting stands at, which its form does not change, and the way to its test. */
function EditPanel({ bar, ...props }: PanelProps<AnyRecord> & { bar: ReactNode }) {
  const { resource, view, loaded } = props
  const [search] = useSearchParams()
  const test = keepingFix(panelAddresses(resource, view)('test', loaded.id), search)
  return (
    <RecordPanel {...props} further={useMailFurther(props.refused)}>
      {bar}
      <WaitingNote setting={loaded} />
      <div className={standing}>
        <IntegrationStatus state={String(loaded['state'])} />
        <ButtonLink to={test} color="white">
          {say.test}
        </ButtonLink>
      </div>
    </RecordPanel>
  )
}

/** A setting that no store uses, or that was made for stores that it isn't assigned to yet. */
function assignNext(setting: AnyRecord, search: URLSearchParams): FurtherStep | null {
  const chosen = search.getAll(beginParam('storeIds'))
  const isUsed = setting['scope'] === 'platform' || Number(setting['stores']) > 0
  if (isUsed && chosen.length === 0) return null
  const begin = chosen.map((id) => `&${beginParam('storeIds')}=${encodeURIComponent(id)}`).join('')
  return {
    explain: setupMessages.assignExplain,
    label: setupMessages.assign,
    to: keepingFix(`${smtpSettings.path}?assign=${setting.id}${begin}`, search),
  }
}

const panel = (
  intent: keyof typeof intents,
  Shown: (props: PanelProps<AnyRecord>) => ReactNode,
) => ({
  Panel: Shown,
  intents: { [intent]: intents[intent] },
  load: openRecord,
})

export const panels = {
  create: createSetting,
  test: testPanel(mailTest, {
    begin: (operator) => ({ to: operator?.email }),
    further: assignNext,
    intents: releaseIntents,
    lead: (setting, writeKey) => <WaitingMail setting={setting} writeKey={writeKey} />,
  }),
  default: panel('default', DefaultPanel),
  edit: fixPanel<AnyRecord>({
    Panel: EditPanel,
    intents: {
      ...addSetupSteps({ edit: recordIntents.edit }, { asks: mailTest, testAt: testInPanel }),
    },
    load: openRecord,
  }),
  assign: fixPanel<Assigning>({
    Panel: AssignPanel,
    intents: { assign: intents.assign },
    load: async (work: PanelWork): Promise<Assigning> => ({
      ...(await openRecord(work)),
      begun: await begunSetting(work),
    }),
  }),
  duplicate: panel('duplicate', DuplicatePanel),
}
