import { style } from '@vanilla-extract/css'
import { media, theme } from '#client/styles/theme.css.ts'
import { line } from './Store.css.ts'

/** What it is, its state, what there is to say of it, the way to its setup: in one line where there is room. */
export const integration = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignItems: 'baseline',
  gap: `${theme.space.x1} ${theme.space.x4}`,
  padding: `${theme.space.x3} ${theme.space.x4}`,
  selectors: { '& + &': { borderTop: line } },
  '@media': { [media.roomy]: { gridTemplateColumns: '170px 130px minmax(0, 1fr) auto' } },
})
export const integrationMore = style({
  gridColumn: '1 / -1',
  overflowWrap: 'anywhere',
  '@media': { [media.roomy]: { gridColumn: '3' } },
})
