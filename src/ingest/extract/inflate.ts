/** For `import()`: the library makes its tables when it is loaded, and most sources are no archives. */
export { Inflate } from 'fflate';
