import { globalStyle, style } from '@vanilla-extract/css'
import { lineHeight } from '#client/ui/PageHeader.css.ts'
import { media, theme } from '#client/styles/theme.css.ts'
import { toolbar } from '../ListToolbar.css.ts'

/**
 * Toolbar and bar share one place. The bar is as tall, so that nothing moves when it replaces the
 * toolbar.
 */
export const place = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)' })
export const bar = style({
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  gap: theme.space.x1,
  minWidth: 0,
  padding: `0 ${theme.space.x1} 0 ${theme.space.x3}`,
  borderRadius: theme.radius.medium,
  background: theme.color.text,
  color: theme.color.surface,
})
export const count = style({
  marginInlineEnd: theme.space.x2,
  whiteSpace: 'nowrap',
  fontWeight: 600,
  fontVariantNumeric: 'tabular-nums',
})
export const plain = style({
  minHeight: theme.height.normal,
  padding: `0 ${theme.space.x3}`,
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.medium,
  background: theme.color.surface,
  fontWeight: 500,
  cursor: 'pointer',
})

/** Keys still reach search and filters, which replace the bar until the focus leaves them. */
const inUse = ':is(:focus-within, :has(details[open]))'
const away = { clipPath: 'inset(50%)', pointerEvents: 'none' } as const
globalStyle(`${place} > *`, { gridArea: '1 / 1' })
globalStyle(`${bar}:not([data-shown]), ${toolbar}${inUse} + ${bar}`, away)
globalStyle(`${toolbar}:not(${inUse}):has(+ [data-shown])`, away)
// Stays visible below the sticky line of the page's header. Rows don't show through between them.
globalStyle(`${place}:has(> [data-shown])`, {
  position: 'sticky',
  top: `calc(${theme.height.topBar} + ${lineHeight} + ${theme.space.x1})`,
  zIndex: 14,
  background: theme.color.canvas,
  boxShadow: `0 0 0 ${theme.space.x2} ${theme.color.canvas}`,
  '@media': {
    [media.narrow]: {
      top: `calc(${theme.height.topBar} + ${lineHeight})`,
      boxShadow: `0 0 0 ${theme.space.x3} ${theme.color.canvas}`,
    },
  },
})
