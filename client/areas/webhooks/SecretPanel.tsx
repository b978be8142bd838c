import { buildListUrl, withPanel } from '#shared/engine/list/listView.ts'
import { getLabel } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import {
  createWebhook,
  replaceWebhookSecret,
  secretFields,
} from '#shared/areas/webhooks/webhookCalls.ts'
import type { WebhookSecret } from '#shared/areas/webhooks/webhookCalls.ts'
import { webhookSubscriptions } from '#shared/areas/webhooks/webhookSubscriptions.ts'
import { CopyText, FormField, loadPanelRecord } from '#client/frame/index.ts'
import { FormFooter } from '#client/form/FormFooter.tsx'
import type { IntentContext } from '#client/form/handleForm.ts'
import { Panel } from '#client/form/Panel.tsx'
import { loadPrefill } from '#client/form/prefill.ts'
import type { Prefill } from '#client/form/prefill.ts'
import { parseRecordVersion, parseValidForm } from '#client/form/saveChanges.ts'
import { SmallForm, SubmitButton, getListFormProps } from '#client/form/SmallForm.tsx'
import type { PanelDefinition, PanelProps } from '#client/list/panels/definePanels.ts'
import { RecordPanel } from '#client/list/panels/RecordPanel.tsx'
import { useLastActionData } from '#client/runtime/useLastActionData.ts'
import { webhooksMessages } from './messages.ts'
import * as styles from '#client/form/Panel.css.ts'

/** What the panel shows after its form created a secret. */
type ShownSecret = { intent: 'webhookSecret'; shownSecret: WebhookSecret }

const toShown = (shownSecret: WebhookSecret) => ({
  shown: { intent: 'webhookSecret', shownSecret } satisfies ShownSecret,
})

const useShownSecret = (): WebhookSecret | undefined =>
  useLastActionData<Partial<ShownSecret>>()?.shownSecret

/** Shows a new secret, which no later page shows. */
function NewSecretPanel({
  resource,
  view,
  shown: { record, secret },
}: Pick<PanelProps<unknown>, 'resource' | 'view'> & { shown: WebhookSecret }) {
  const close = buildListUrl(resource, withPanel(view, null))
  return (
    <Panel title={webhooksMessages.created(getLabel(resource, record))} close={close} size="small">
      <div className={styles.body}>
        <p>{webhooksMessages.secretExplain}</p>
        {secret === null ? (
          <p role="status">{webhooksMessages.shownBefore}</p>
        ) : (
          <>
            <p role="status">{webhooksMessages.copy}</p>
            <CopyText text={secret} what={webhooksMessages.secretWhat} />
          </>
        )}
      </div>
      <FormFooter cancelUrl={close} cancelLabel={webhooksMessages.close}>
        {null}
      </FormFooter>
    </Panel>
  )
}

function CreateWebhookPanel({ loaded, ...props }: PanelProps<Prefill>) {
  const shown = useShownSecret()
  return shown ? (
    <NewSecretPanel {...props} shown={shown} />
  ) : (
    <RecordPanel {...props} loaded={null} prefill={loaded} />
  )
}

/** Creates a webhook, and shows its secret once. */
export const createWebhookPanel: PanelDefinition<Prefill> = {
  Panel: CreateWebhookPanel,
  intents: {
    async create({ api, form, key }: IntentContext) {
      const values = await parseValidForm(api, webhookSubscriptions.fields, form)
      return toShown(await createWebhook(api, values, key))
    },
  },
  load: ({ api, params, signal }) =>
    loadPrefill({ api, fields: webhookSubscriptions.fields, params, signal }),
  params: ['begin'],
}

function SecretPanel({ loaded, ...props }: PanelProps<AnyRecord>) {
  const shown = useShownSecret()
  if (shown) return <NewSecretPanel {...props} shown={shown} />
  return (
    <SmallForm
      {...getListFormProps(props)}
      record={loaded}
      intent="replaceSecret"
      title={webhooksMessages.secretTitle}
      buttons={<SubmitButton>{webhooksMessages.secret}</SubmitButton>}
    >
      {(answer) => (
        <>
          <p>{webhooksMessages.secretExplain}</p>
          <FormField
            id="overlap"
            name="overlap"
            field={secretFields.overlap}
            answer={answer}
            initialValue={secretFields.overlap.initial}
          />
        </>
      )}
    </SmallForm>
  )
}

/** Replaces a webhook's secret, and shows the new one once. */
export const secretPanel: PanelDefinition<AnyRecord> = {
  Panel: SecretPanel,
  intents: {
    async replaceSecret({ api, form, key }: IntentContext) {
      const values = await parseValidForm(api, secretFields, form)
      return toShown(await replaceWebhookSecret(api, parseRecordVersion(form).id, values, key))
    },
  },
  load: loadPanelRecord,
}
