import type { ReactNode } from 'react'
import { Form, useLocation } from 'react-router'

type Props = {
  intent: string
  record: number
  writeKey: string
  sends?: Readonly<Record<string, string | number>>
  className?: string | undefined
  children: ReactNode
}

/** Renders a form of the panel, which works without script and returns to the panel. */
export function StoresPanelForm({
  intent,
  record,
  writeKey,
  sends = {},
  className,
  children,
}: Props) {
  const { pathname, search } = useLocation()
  const hidden = { intent, writeKey, id: record, ...sends }
  return (
    <Form
      method="post"
      action={pathname + search}
      className={className}
      noValidate
      preventScrollReset
    >
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </Form>
  )
}
