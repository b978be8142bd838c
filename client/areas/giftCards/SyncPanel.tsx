import { Form, useLocation } from 'react-router'
import { buildListUrl, withPanel } from '#shared/engine/list/listView.ts'
import { syncGiftCardCatalog } from '#shared/areas/giftCards/templateCalls.ts'
import { giftCardTemplates } from '#shared/areas/giftCards/giftCardTemplates.ts'
import { definePanels, toJobLink } from '#client/frame/index.ts'
import type { Intent } from '#client/form/handleForm.ts'
import { FormFooter } from '#client/form/FormFooter.tsx'
import { Panel } from '#client/form/Panel.tsx'
import { FailureText } from '#client/form/PanelFailure.tsx'
import { SubmitButton } from '#client/form/SmallForm.tsx'
import type { PanelProps } from '#client/list/panels/definePanels.ts'
import * as styles from '#client/form/Panel.css.ts'
import { giftCardTemplateMessages } from './templateMessages.ts'

const syncCatalogIntent: Intent = async ({ api, key }) => ({
  notice: 'job-started',
  of: toJobLink(await syncGiftCardCatalog(api, key), giftCardTemplates.path),
})

function SyncPanel({ resource, view, data, refused }: PanelProps) {
  const { pathname, search } = useLocation()
  const failure = refused?.intent === 'sync' ? refused.failure : undefined
  const close = buildListUrl(resource, withPanel(view, null))
  return (
    <Panel title={giftCardTemplateMessages.sync} close={close} size="small">
      <Form method="post" action={pathname + search} className={styles.form} preventScrollReset>
        <input type="hidden" name="intent" value="sync" />
        <input type="hidden" name="writeKey" value={data.writeKey} />
        <div className={styles.body}>
          {failure && <FailureText failure={failure} />}
          <p>{giftCardTemplateMessages.syncExplain}</p>
        </div>
        <FormFooter cancelUrl={close}>
          <SubmitButton>{giftCardTemplateMessages.sync}</SubmitButton>
        </FormFooter>
      </Form>
    </Panel>
  )
}

/** Permission to write templates is enough to sync their products. */
export const syncPanels = definePanels({
  sync: {
    button: giftCardTemplateMessages.sync,
    of: giftCardTemplates,
    Panel: SyncPanel,
    intents: { sync: syncCatalogIntent },
    load: null,
  },
})
