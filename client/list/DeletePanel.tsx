import { Form, useLocation, useNavigation } from 'react-router'
import { listAddress, withPanel } from '#shared/engine/listView.ts'
import { panelMessages } from '#shared/panelMessages.ts'
import type { Uses } from '#shared/engine/recordCalls.ts'
import { labelOf } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { Link } from '../ui/Link.tsx'
import { Panel } from '../form/Panel.tsx'
import { FailureText } from '../form/PanelFailure.tsx'
import type { PanelProps } from './definePanels.ts'
import * as styles from '../form/Panel.css.ts'

/** Asks before deleting; while the record is used it shows the uses instead. */
export function DeletePanel({
  resource,
  view,
  data,
  refused,
  loaded: { record, uses },
}: PanelProps<{ record: AnyRecord; uses: Uses }>) {
  const { pathname, search } = useLocation()
  const busy = useNavigation().state === 'submitting'
  const name = labelOf(resource, record)
  const close = listAddress(resource, withPanel(view, null))
  const answer = refused?.intent === 'delete' ? refused : undefined
  const used = (answer?.uses ?? uses).filter(({ count }) => count > 0)
  const version = answer?.conflict?.version ?? record.version
  return (
    <Panel title={panelMessages.remove.title(resource.title.one, name)} close={close}>
      <div className={styles.body}>
        {answer?.failure && <FailureText failure={answer.failure} />}
        {answer?.conflict && (
          <p className={styles.warning} role="alert">
            {panelMessages.remove.changed(answer.conflict.updatedBy)}
          </p>
        )}
        {used.length > 0 ? (
          <>
            <p className={styles.warning}>{panelMessages.remove.blocked(name)}</p>
            <ul className={styles.list}>
              {used.map(({ kind, count, examples }) => (
                <li key={kind}>{panelMessages.remove.use(kind, count, examples)}</li>
              ))}
            </ul>
            <p>
              <Link to={close} preventScrollReset>
                {panelMessages.remove.back}
              </Link>
            </p>
          </>
        ) : (
          <Form
            method="post"
            action={pathname + search}
            className={styles.inline}
            preventScrollReset
          >
            <p>{panelMessages.remove.explain}</p>
            <input type="hidden" name="intent" value="delete" />
            <input type="hidden" name="writeKey" value={data.writeKey} />
            <input type="hidden" name="id" value={record.id} />
            <input type="hidden" name="version" value={version} />
            <Button type="submit" color="error" loading={busy}>
              {panelMessages.remove.button}
            </Button>
            <ButtonLink to={close} color="white" preventScrollReset>
              {panelMessages.remove.cancel}
            </ButtonLink>
          </Form>
        )}
      </div>
    </Panel>
  )
}
