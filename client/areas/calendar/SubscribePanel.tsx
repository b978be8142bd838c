import { Form, useLocation, useNavigation } from 'react-router'
import { buildListUrl, withPanel } from '#shared/engine/list/listView.ts'
import { createCalendarFeed, deleteCalendarFeed } from '#shared/areas/calendar/calendarFeed.ts'
import type { CalendarFeed } from '#shared/areas/calendar/calendarFeed.ts'
import { Button, CopyText } from '#client/frame/index.ts'
import type { Intent } from '#client/form/handleForm.ts'
import { FormFooter } from '#client/form/FormFooter.tsx'
import { Panel } from '#client/form/Panel.tsx'
import { FailureText } from '#client/form/PanelFailure.tsx'
import type { PanelProps } from '#client/list/panels/definePanels.ts'
import { useLastActionData } from '#client/runtime/useLastActionData.ts'
import { Instant } from '#client/ui/Instant.tsx'
import { calendarMessages } from './messages.ts'
import * as styles from '#client/form/Panel.css.ts'

/** What the page shows after a change of the link. Null if it was turned off. */
type LinkShown = { intent: 'calendarLink'; url: string | null }

const { feed: feedMessages } = calendarMessages

export const createLinkIntent = async ({ api, key }: Parameters<Intent>[0]) => {
  const { url } = await createCalendarFeed(api, key)
  return { shown: { intent: 'calendarLink', url } satisfies LinkShown }
}

export const deleteLinkIntent = async ({ api, key }: Parameters<Intent>[0]) => {
  await deleteCalendarFeed(api, key)
  return { shown: { intent: 'calendarLink', url: null } satisfies LinkShown }
}

/** Creates, replaces, and turns off the link that shows the calendar in other apps. */
export function SubscribePanel({
  resource,
  view,
  data,
  refused,
  loaded,
}: PanelProps<CalendarFeed>) {
  const { pathname, search } = useLocation()
  const { formData } = useNavigation()
  const actionData = useLastActionData<Partial<LinkShown>>()
  const url = actionData?.intent === 'calendarLink' ? actionData.url : null
  const { createdAt, lastReadAt } = loaded
  return (
    <Panel title={feedMessages.title} close={buildListUrl(resource, withPanel(view, null))}>
      <Form method="post" action={pathname + search} className={styles.form} preventScrollReset>
        <div className={styles.body}>
          {refused?.failure && <FailureText failure={refused.failure} />}
          <p>{feedMessages.explain}</p>
          {url && (
            <>
              <p role="status">{feedMessages.created}</p>
              <CopyText text={url} what={feedMessages.link} />
            </>
          )}
          {createdAt === null ? (
            <p>{feedMessages.none}</p>
          ) : (
            <p>
              <Instant at={createdAt} format={feedMessages.since} />{' '}
              {lastReadAt === null ? (
                feedMessages.neverRead
              ) : (
                <Instant at={lastReadAt} format={feedMessages.lastRead} />
              )}
            </p>
          )}
          {createdAt !== null && !url && <p>{feedMessages.replaces}</p>}
          <input type="hidden" name="writeKey" value={data.writeKey} />
        </div>
        <FormFooter>
          {createdAt !== null && (
            <Button type="submit" name="intent" value="deleteLink" color="white">
              {feedMessages.turnOff}
            </Button>
          )}
          <Button
            type="submit"
            name="intent"
            value="createLink"
            loading={formData?.get('intent') === 'createLink'}
          >
            {createdAt === null ? feedMessages.create : feedMessages.renew}
          </Button>
        </FormFooter>
      </Form>
    </Panel>
  )
}
