import { need } from '../need.ts'

// Before each file of tests on the built programs.
await need('build')
