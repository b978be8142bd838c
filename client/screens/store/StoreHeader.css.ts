import { style } from '@vanilla-extract/css'
import { theme } from '#client/styles/theme.css.ts'
import { facts } from './Store.css.ts'

export const header = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignItems: 'center',
  gap: `${theme.space.x2} ${theme.space.x4}`,
})
export const name = style({
  fontSize: theme.size.large,
  fontWeight: 600,
  overflowWrap: 'anywhere',
})
export const headerFacts = style([facts, { gridColumn: '1 / -1' }])
