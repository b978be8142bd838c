import { useSelector } from '@xstate/react'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { getLabel } from '#shared/engine/resource.ts'
import { users } from '#shared/areas/users/users.ts'
import {
  viewFailureParam,
  viewFailures,
  viewPanelParam,
  viewPath,
  viewedUserField,
} from '#shared/navigation/viewUrl.ts'
import { buildListUrl, withPanel } from '#shared/engine/list/listView.ts'
import { Button, definePanels, getPanelHeading, loadPanelRecord } from '#client/frame/index.ts'
import { FormFooter } from '#client/form/FormFooter.tsx'
import { Panel } from '#client/form/Panel.tsx'
import type {
  PanelDefinition,
  PanelLoadContext,
  PanelProps,
} from '#client/list/panels/definePanels.ts'
import { useActors, useCan } from '#client/runtime/ConsoleContext.tsx'
import { canBeViewed } from './canBeViewed.ts'
import { usersMessages } from './messages.ts'
import * as styles from '#client/form/Panel.css.ts'

type ViewAsData = { account: AnyRecord; failure: keyof typeof usersMessages.viewFailures | null }

/** Says what a view is and starts it. Its form goes to the console's server (viewRoutes.ts). */
function ViewAsPanel({ loaded: { account, failure }, ...props }: PanelProps<ViewAsData>) {
  const { session } = useActors()
  const ownId = useSelector(session, ({ context }) => context.user?.id)
  const canView = useCan()(users, 'viewAs') && canBeViewed(account) && account.id !== ownId
  const close = buildListUrl(users, withPanel(props.view, null))
  const name = getLabel(users, account)
  return (
    <Panel {...getPanelHeading(props, account, usersMessages.viewAsOf)}>
      <form method="post" action={viewPath} className={styles.form}>
        <input type="hidden" name={viewedUserField} value={account.id} />
        <div className={styles.body}>
          {failure && <p role="alert">{usersMessages.viewFailures[failure]}</p>}
          {canView ? (
            <>
              <p>{usersMessages.viewAsAbout(name)}</p>
              <p>{usersMessages.viewAsLogged}</p>
            </>
          ) : (
            <p>{usersMessages.viewAsNot(name)}</p>
          )}
        </div>
        <FormFooter cancelUrl={close}>
          {canView && <Button type="submit">{usersMessages.viewAsOf(name)}</Button>}
        </FormFooter>
      </form>
    </Panel>
  )
}

export const viewAsPanels = definePanels({
  [viewPanelParam]: {
    reads: true,
    params: [viewFailureParam],
    Panel: ViewAsPanel,
    intents: {},
    async load(context: PanelLoadContext) {
      const failure = context.params.get(viewFailureParam)
      return {
        account: await loadPanelRecord(context),
        failure: viewFailures.find((one) => one === failure) ?? null,
      }
    },
  } satisfies PanelDefinition<ViewAsData>,
})
