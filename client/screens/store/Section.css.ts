import { style } from '@vanilla-extract/css'
import { theme } from '#client/styles/theme.css.ts'
import { line } from './Store.css.ts'

/** A part of a tab. */
export const card = style({
  minWidth: 0,
  border: line,
  borderRadius: theme.radius.large,
  background: theme.color.surface,
  overflow: 'clip',
  scrollMarginTop: `calc(${theme.height.topBar} + ${theme.space.x4})`,
})
export const sectionHead = style({
  display: 'flex',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  gap: theme.space.x3,
  padding: `${theme.space.x3} ${theme.space.x4}`,
  borderBottom: line,
})
export const sectionTitle = style({ fontSize: theme.size.normal, fontWeight: 600 })
