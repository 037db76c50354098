// The same tests over loopback, met by the room as it is shipped, where most of the client library is left out.
import './model-room';
import { createModel } from '../../src/model';
import '../model/capabilities.test';
import '../model/embed.test';
import '../model/misbehaving-servers.test';

it('the room is the built one', () => {
  expect(createModel.name).not.toBe('createModel');
});
