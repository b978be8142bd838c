import { walkPages } from '#tests/support/walkPages.ts'

walkPages('catalogue')
