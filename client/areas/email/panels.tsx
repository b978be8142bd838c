import { findDefaultSmtpSetting } from '#shared/areas/email/defaultSmtpSetting.ts'
import {
  FormField,
  IntegrationStatus,
  definePanels,
  loadPanelRecord,
  toJobLink,
} from '#client/frame/index.ts'
import {
  addTestAndActivateSteps,
  buildTestPanelUrl,
  createPanelWithStoreFix,
  createTestPanel,
} from '#client/integrations/index.ts'
import { fixParams } from '#client/integrations/fix/fixParams.ts'
import { assignableSmtpSettings } from '#shared/areas/email/smtpAssignment.ts'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { required } from '#shared/engine/fields/fields.ts'
import { prefillParam } from '#shared/engine/list/prefillParam.ts'
import { createPanelUrls } from '#shared/engine/list/listView.ts'
import { impactParam } from '#shared/engine/impact.ts'
import type { Api } from '#shared/engine/api.ts'
import { loadRecord, updateRecord } from '#shared/engine/recordCalls.ts'
import { toRecordLink } from '#shared/engine/recordLink.ts'
import { getLabel } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { createUndo } from '#shared/engine/undo.ts'
import type { Undo } from '#shared/engine/undo.ts'
import {
  assignSmtpSetting,
  duplicateSmtpSetting,
  smtpTestFields,
} from '#shared/areas/email/emailCalls.ts'
import { smtpAssignmentFields } from '#shared/areas/email/smtpAssignment.ts'
import { smtpSettings } from '#shared/areas/email/smtpSettings.ts'
import type { Intents, RejectedForm } from '#client/form/handleForm.ts'
import type { Prefill } from '#client/form/prefill.ts'
import { ImpactConfirmation, formatImpactButton } from '#client/form/ImpactConfirmation.tsx'
import { parseRecordVersion, parseValidForm } from '#client/form/saveChanges.ts'
import { getListFormProps, SubmitButton, SmallForm } from '#client/form/SmallForm.tsx'
import type { PanelProps, PanelLoadContext } from '#client/list/panels/definePanels.ts'
import { standing } from '#client/integrations/integrations.css.ts'
import { setupMessages } from '#client/integrations/messages.ts'
import type { FollowUpStep } from '#client/integrations/IntegrationNextStep.tsx'
import { copyFixParams } from '#client/integrations/fix/StoreFixBar.tsx'
import { recordIntents } from '#client/list/recordIntents.ts'
import { RecordPanel } from '#client/list/panels/RecordPanel.tsx'
import { ButtonLink } from '#client/ui/Button.tsx'
import { loadSmtpSettingPrefill, createSettingPanel } from './createSetting.tsx'
import { useSmtpFormExtras } from './useSmtpFormExtras.ts'
import { releaseIntents, WaitingEmailsForm, WaitingEmailsNote } from './WaitingEmails.tsx'
import { smtpSettingsMessages } from './messages.ts'

const nameFields = { name: smtpSettings.fields.name }
const assignFields = {
  storeIds: required(smtpAssignmentFields.storeIds, smtpSettingsMessages.chooseStores),
}

const settingIntents = {
  async default({ api, resource, form, key }) {
    const impact = String(form.get(impactParam) ?? '')
    const target = parseRecordVersion(form)
    const previousDefault = await findDefaultSmtpSetting(api)
    const saved = await updateRecord(api, resource, target, { scope: 'platform' }, key, impact)
    const undo =
      previousDefault && previousDefault.id !== saved.id
        ? await createDefaultUndo(api, previousDefault.id)
        : null
    return { notice: 'saved', of: toRecordLink(resource, saved), undo }
  },
  async assign({ api, form, key }) {
    const { storeIds } = await parseValidForm(api, assignFields, form)
    const impact = String(form.get(impactParam) ?? '')
    const job = await assignSmtpSetting(
      api,
      { id: parseRecordVersion(form).id, storeIds, reach: impact },
      key,
    )
    return { notice: 'job-started', of: toJobLink(job, smtpSettings.path) }
  },
  async duplicate({ api, resource, form, key }) {
    const written = await parseValidForm(api, nameFields, form)
    const copy = { id: parseRecordVersion(form).id, name: String(written['name']) }
    return {
      notice: 'created',
      of: toRecordLink(resource, await duplicateSmtpSetting(api, copy, key)),
    }
  },
} satisfies Intents

/** Builds an undo that makes the previous default setting the default again. */
async function createDefaultUndo(api: Api, id: number): Promise<Undo> {
  const former = await loadRecord(api, smtpSettings, id)
  const path = `/${smtpSettings.name}/${id}`
  return createUndo(former, { method: 'PATCH', path, body: { scope: 'platform' } })
}

type SettingFormProps = PanelProps<AnyRecord> & {
  intent: keyof typeof settingIntents
  explain: string
  submit: string
  /** Shown above the form's explanation. */
  intro?: ReactNode
  children?: (answer: RejectedForm | undefined) => ReactNode
}

/** Asks one question about a setting and shows the impact of the answer before it is saved. */
function SettingFormPanel({
  loaded,
  intent,
  explain,
  submit,
  intro,
  children,
  ...props
}: SettingFormProps) {
  const impact = props.refused?.intent === intent ? props.refused.impact : undefined
  return (
    <SmallForm
      {...getListFormProps(props)}
      record={loaded}
      intent={intent}
      title={smtpSettingsMessages.titles[intent]}
      question={impact && <ImpactConfirmation reach={impact} />}
      buttons={<SubmitButton>{impact ? formatImpactButton(impact) : submit}</SubmitButton>}
    >
      {(answer) => (
        <>
          {intro}
          <p>{explain}</p>
          {children?.(answer)}
        </>
      )}
    </SmallForm>
  )
}

const SetDefaultPanel = (props: PanelProps<AnyRecord>) => (
  <SettingFormPanel
    {...props}
    intent="default"
    explain={smtpSettingsMessages.defaultExplain}
    submit={smtpSettingsMessages.defaultNext}
  />
)

type AssignPanelData = AnyRecord & { prefill: Prefill }

const AssignStoresPanel = ({ bar, ...props }: PanelProps<AssignPanelData> & { bar: ReactNode }) => (
  <SettingFormPanel
    {...props}
    intent="assign"
    explain={smtpSettingsMessages.assignExplain}
    submit={smtpSettingsMessages.assignNext}
    intro={bar}
  >
    {(answer) => (
      <FormField
        id="assign-stores"
        name="storeIds"
        field={assignFields.storeIds}
        answer={answer}
        initialValue={props.loaded.prefill['storeIds'] ?? []}
      />
    )}
  </SettingFormPanel>
)

const DuplicateSettingPanel = (props: PanelProps<AnyRecord>) => (
  <SettingFormPanel
    {...props}
    intent="duplicate"
    explain={smtpSettingsMessages.duplicateExplain}
    submit={smtpSettingsMessages.duplicateSubmit}
  >
    {(answer) => (
      <FormField
        id="duplicate-name"
        name="name"
        field={nameFields.name}
        answer={answer}
        initialValue={smtpSettingsMessages.copyOf(getLabel(smtpSettings, props.loaded))}
      />
    )}
  </SettingFormPanel>
)

/** Edits a setting. Above the form are its state, its waiting emails, and a link to its test. */
function EditSettingPanel({ bar, ...props }: PanelProps<AnyRecord> & { bar: ReactNode }) {
  const { resource, view, loaded } = props
  const [search] = useSearchParams()
  const test = copyFixParams(createPanelUrls(resource, view)('test', loaded.id), search)
  return (
    <RecordPanel {...props} further={useSmtpFormExtras(props.refused)}>
      {bar}
      <WaitingEmailsNote setting={loaded} />
      <div className={standing}>
        <IntegrationStatus state={String(loaded['state'])} />
        <ButtonLink to={test} color="white">
          {smtpSettingsMessages.test}
        </ButtonLink>
      </div>
    </RecordPanel>
  )
}

/**
 * Returns the step that assigns a setting to stores, if none uses it or it was created for stores
 * that it isn't assigned to yet.
 */
function getAssignStep(setting: AnyRecord, search: URLSearchParams): FollowUpStep | null {
  const storeIds = search.getAll(prefillParam('storeIds'))
  const isUsed = setting['scope'] === 'platform' || Number(setting['stores']) > 0
  if (isUsed && storeIds.length === 0) return null
  const prefill = storeIds
    .map((id) => `&${prefillParam('storeIds')}=${encodeURIComponent(id)}`)
    .join('')
  return {
    explain: setupMessages.assignExplain,
    label: setupMessages.assign,
    to: copyFixParams(`${smtpSettings.path}?assign=${setting.id}${prefill}`, search),
  }
}

const createFormPanel = (
  intent: keyof typeof settingIntents,
  Shown: (props: PanelProps<AnyRecord>) => ReactNode,
) => ({
  Panel: Shown,
  intents: { [intent]: settingIntents[intent] },
  load: loadPanelRecord,
})

export const smtpSettingPanels = definePanels({
  create: { ...createSettingPanel, of: assignableSmtpSettings, params: ['begin', ...fixParams] },
  edit: {
    ...createPanelWithStoreFix<AnyRecord>({
      Panel: EditSettingPanel,
      intents: {
        ...addTestAndActivateSteps(
          { edit: recordIntents.edit },
          { testInputs: smtpTestFields, testAt: buildTestPanelUrl },
        ),
      },
      load: loadPanelRecord,
    }),
    params: fixParams,
  },
  test: {
    ...createTestPanel(smtpTestFields, {
      begin: (operator) => ({ to: operator?.email }),
      further: getAssignStep,
      intents: releaseIntents,
      lead: (setting, writeKey) => <WaitingEmailsForm setting={setting} writeKey={writeKey} />,
    }),
    reads: true,
    params: ['begin', ...fixParams],
  },
  default: createFormPanel('default', SetDefaultPanel),
  assign: {
    ...createPanelWithStoreFix<AssignPanelData>({
      Panel: AssignStoresPanel,
      intents: { assign: settingIntents.assign },
      load: async (context: PanelLoadContext): Promise<AssignPanelData> => ({
        ...(await loadPanelRecord(context)),
        prefill: await loadSmtpSettingPrefill(context),
      }),
    }),
    of: assignableSmtpSettings,
    params: ['begin', ...fixParams],
  },
  duplicate: createFormPanel('duplicate', DuplicateSettingPanel),
})
