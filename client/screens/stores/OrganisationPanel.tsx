import { Form, useLocation, useNavigation } from 'react-router'
import { listAddress, withPanel } from '#shared/engine/listView.ts'
import { messages } from '#shared/messages.ts'
import { panelMessages } from '#shared/panelMessages.ts'
import { storesPanelsMessages } from '#shared/stores/storesPanelsMessages.ts'
import { labelOf } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { organisations } from '#shared/resources/organisations.ts'
import { stores } from '#shared/resources/stores.ts'
import type { Uses } from '#shared/engine/recordCalls.ts'
import type { PanelProps } from '#client/list/definePanels.ts'
import { Panel } from '#client/form/Panel.tsx'
import { FailureText } from '#client/form/PanelFailure.tsx'
import { RecordForm } from '#client/form/RecordForm.tsx'
import { Button } from '#client/ui/Button.tsx'
import { Link } from '#client/ui/Link.tsx'
import * as panel from '#client/form/Panel.css.ts'

/** One organisation: make it, change it, or delete it while it has no stores. */
export function OrganisationPanel({
  view,
  data,
  refused,
  loaded,
}: PanelProps<{ organisation: AnyRecord; uses: Uses } | null>) {
  const { pathname, search } = useLocation()
  const deleting = useNavigation().formData?.get('intent') === 'delete'
  const { one } = organisations.title
  const back = listAddress(stores, withPanel(view, 'organisations'))
  const leave = (
    <Link to={back} preventScrollReset>
      {panelMessages.remove.cancel}
    </Link>
  )
  const form = { fields: organisations.fields, refused, writeKey: data.writeKey, leave }
  if (!loaded)
    return (
      <Panel title={storesPanelsMessages.newOrganisation} close={back}>
        <RecordForm {...form} record={null} draftName="organisations.new" />
      </Panel>
    )
  const { organisation, uses } = loaded
  const answer = refused?.intent === 'delete' ? refused : undefined
  const used = (answer?.uses ?? uses).filter(({ count }) => count > 0)
  return (
    <Panel title={messages.form.edit(one)} close={back}>
      <RecordForm
        {...form}
        key={organisation.id}
        record={organisation}
        draftName={`organisations.${organisation.id}`}
      >
        {answer?.failure && <FailureText failure={answer.failure} />}
        {used.map(({ kind, count, examples }) => (
          <p key={kind}>{panelMessages.remove.use(kind, count, examples)}</p>
        ))}
      </RecordForm>
      {used.length === 0 && (
        <Form method="post" action={pathname + search} className={panel.bar} preventScrollReset>
          <input type="hidden" name="intent" value="delete" />
          <input type="hidden" name="writeKey" value={`${data.writeKey}-delete`} />
          <input type="hidden" name="id" value={organisation.id} />
          <input type="hidden" name="version" value={organisation.version} />
          <Button
            type="submit"
            color="error"
            variant="outline"
            aria-label={
              deleting
                ? undefined
                : `${storesPanelsMessages.deleteOrganisation} ${labelOf(organisations, organisation)}`
            }
            loading={deleting}
          >
            {storesPanelsMessages.deleteOrganisation}
          </Button>
        </Form>
      )}
    </Panel>
  )
}
