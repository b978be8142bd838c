import { walkPages } from '#tests/support/browser/walkPages.ts'

walkPages('stores')
