import { style } from '@vanilla-extract/css'
import { theme } from '../styles/theme.css.ts'

const line = `1px solid ${theme.color.line}`

/** A part of a page. `data-narrow` suits text and forms. */
export const card = style({
  minWidth: 0,
  border: line,
  borderRadius: theme.radius.large,
  background: theme.color.surface,
  overflow: 'clip',
  selectors: { '&[data-narrow]': { maxWidth: '640px' } },
  scrollMarginTop: `calc(${theme.height.topBar} + ${theme.space.x4})`,
})
export const head = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: theme.space.x3,
  minHeight: '46px',
  padding: `${theme.space.x2} ${theme.space.x4}`,
  borderBottom: line,
})
export const heading = style({ fontSize: theme.size.normal, fontWeight: 600 })
