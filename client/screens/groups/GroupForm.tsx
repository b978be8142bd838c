import type { ReactNode } from 'react'
import { Form, useLocation, useNavigation } from 'react-router'
import { listAddress, withPanel } from '#shared/engine/listView.ts'
import { labelOf } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { memberGroups } from '#shared/resources/memberGroups.ts'
import type { Refused } from '#client/form/answerForm.ts'
import { FormFooter } from '#client/form/FormFooter.tsx'
import { Panel, panelAsks } from '#client/form/Panel.tsx'
import { FailureText } from '#client/form/PanelFailure.tsx'
import { TypedGuard } from '#client/form/TypedGuard.tsx'
import type { PanelProps } from '#client/list/definePanels.ts'
import * as panel from '#client/form/Panel.css.ts'

type FrameProps = Pick<PanelProps<unknown>, 'resource' | 'view' | 'data'> & {
  group: AnyRecord
  intent: string
  refused: Refused | undefined
  asks: string
  buttons: ReactNode
  children: ReactNode
}

/** One group, and what a form does to it. */
export function GroupForm({ resource, view, data, group, intent, ...props }: FrameProps) {
  const { refused, asks, buttons, children } = props
  const { pathname, search } = useLocation()
  const close = listAddress(resource, withPanel(view, null))
  const failure = refused?.intent === intent ? refused.failure : undefined
  return (
    <Panel
      title={labelOf(memberGroups, group)}
      kind={memberGroups.title.one}
      close={close}
      row={group.id}
    >
      <TypedGuard writeKey={data.writeKey}>
        <Form
          method="post"
          action={pathname + search}
          className={panel.form}
          noValidate
          preventScrollReset
        >
          <input type="hidden" name="intent" value={intent} />
          <input type="hidden" name="id" value={group.id} />
          <input type="hidden" name="writeKey" value={data.writeKey} />
          <div className={panel.body}>
            {failure && <FailureText failure={failure} />}
            <h3 id={panelAsks} className={panel.asks}>
              {asks}
            </h3>
            {children}
          </div>
          <FormFooter leave={close}>{buttons}</FormFooter>
        </Form>
      </TypedGuard>
    </Panel>
  )
}

/** What is being sent under this name. */
export const useAsked = (name: string) => useNavigation().formData?.get(name)
