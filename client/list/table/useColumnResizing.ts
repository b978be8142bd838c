import type { SyntheticEvent } from 'react'
import { useNavigate } from 'react-router'
import { saveColumns } from '#shared/engine/list/columnPreferences.ts'
import { formatColumnWidths, isWidthEntry } from '#shared/engine/list/columnWidths.ts'
import type { ColumnWidths } from '#shared/engine/list/columnWidths.ts'
import { buildListUrl } from '#shared/engine/list/listView.ts'
import { messages } from '#shared/messages.ts'
import { useActors, useApi } from '#client/runtime/ConsoleContext.tsx'
import { formatError } from '#client/runtime/formatError.ts'
import { createIdempotencyKey } from '#client/runtime/idempotencyKey.ts'
import { listTools } from '../listTools.ts'
import type { ListProps } from '../listProps.ts'
import { resizeAttribute } from './columnWidths.ts'

/**
 * Returns the listeners of the headings' separators. The code that resizes columns loads when the
 * pointer or the focus reaches one. Widths in the URL, as in a saved view, change there; all others
 * are the operator's.
 */
export function useColumnResizing({ resource, view, data }: ListProps, defaults: ColumnWidths) {
  const api = useApi()
  const { notifications } = useActors()
  const navigate = useNavigate()
  async function save(widths: ColumnWidths) {
    if (view.columns || view.widths) {
      const to = buildListUrl(resource, { ...view, widths })
      await navigate(to, { replace: true, preventScrollReset: true })
      return
    }
    const chosen = (data.columns ?? []).filter((entry) => !isWidthEntry(entry))
    const entries = [...chosen, ...formatColumnWidths(widths)]
    const key = createIdempotencyKey()
    try {
      await saveColumns(api, resource, entries.length > 0 ? entries : null, key)
    } catch (error) {
      const text = formatError(error, messages.list.columnWidths)
      notifications.send({
        type: 'notification.show',
        notification: { type: 'error', title: messages.list.widthsNotSaved, text, timeout: false },
      })
    }
  }
  const listen = (event: SyntheticEvent) => {
    const separator =
      event.target instanceof Element
        ? event.target.closest<HTMLElement>(`[${resizeAttribute}]`)
        : null
    if (!separator) return
    const tools = listTools.get()
    if (tools) tools.resizeColumn(event, { separator, defaults, save })
    // If it can't be loaded, the next event tries again.
    else listTools.load().catch(() => undefined)
  }
  return {
    onPointerOver: listen,
    onFocus: listen,
    onPointerDown: listen,
    onKeyDown: listen,
    onKeyUp: listen,
    onDoubleClick: listen,
  }
}
