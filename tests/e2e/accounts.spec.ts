import { expect, newUser, test } from './fixtures';
import { startSite } from './site';
import { expectError, expectMessage, expectSentToLogin, fillSignup, submitLogin } from './steps';

test.describe('signing up, in and out (rules 1.1, 1.2, 1.22, 1.44, 2.5, 5.1, 12.1, 12.3 and 12.27)', () => {
  test('the landing page leads to sign-up, login and dashboard', async ({ page, visit }) => {
    await visit('/');
    await expect(page.getByRole('main')).toContainText('Sign in to manage your deal pipeline');
    await expect(page.getByRole('main')).toContainText(
      'Access your investment pipeline management dashboard',
    );
    await page.getByRole('link', { name: 'Sign In' }).click();
    await expect(page).toHaveURL('/login');
    await page.getByRole('link', { name: 'Sign up' }).click();
    await expect(page).toHaveURL('/signup');
    await page.getByRole('link', { name: 'Back to login' }).click();
    await expect(page).toHaveURL('/login');
    await visit('/');
    await page.getByRole('link', { name: 'Sign Up' }).click();
    await expect(page).toHaveURL('/signup');
    await fillSignup(page, newUser());
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(page).toHaveURL('/dashboard');
    await expectMessage(
      page,
      'Account created successfully',
      'You can now log in with your credentials.',
    );
    await expect(page.getByRole('banner').getByText('Ana Lindqvist')).toBeVisible();
  });

  test(
    'who waits for approval is told what happens next',
    { tag: '@both' },
    async ({ page, ready }) => {
      const site = await startSite({ requireApproval: true });
      await page.goto(`${site.url}/signup`);
      await ready();
      await fillSignup(page, newUser());
      await page.getByRole('button', { name: 'Create Account' }).click();
      await expectMessage(
        page,
        'Account created successfully',
        'Please wait for admin approval before logging in. You will be notified once your account ' +
          'is approved. This server sends no email. Come back to this page to see the decision.',
      );
      await expect(page.getByText(/^Your account is waiting for admin approval\./)).toBeVisible();
      await page.goto('about:blank');
      await site.stop();
    },
  );

  test(
    'form errors stay until fixed and keep the input',
    { tag: '@both' },
    async ({ page, visit, scripts, expectedErrors }) => {
      expectedErrors.push(400);
      const getField = (label: string) =>
        page.getByRole('main').getByLabel(new RegExp(`^${label}( \\*)?$`));
      const expectSaid = (label: string, message: string) => expectError(page, label, message);
      const expectNothingSaid = (label: string) =>
        expect(getField(label)).not.toHaveAttribute('aria-invalid');
      const wrong = { ...newUser(), firstName: '', email: 'ana', confirm: 'different' };
      await visit('/signup');
      await fillSignup(page, wrong);
      await page.getByRole('button', { name: 'Create Account' }).click();
      await expectSaid('First name', 'First name is required');
      await expectSaid('Email', 'Please enter a valid email address');
      await expectSaid('Confirm password', "Passwords don't match");
      await expect(page.getByLabel('Email')).toHaveValue('ana');
      if (scripts) {
        const password = page.getByLabel('Password *', { exact: true });
        await expect(password, 'the passwords stay').toHaveValue('demo-password-2026');
        await expect(page.getByLabel('First name'), 'the first one has the focus').toBeFocused();
        await page.getByLabel('First name').fill('Ana');
        await expectNothingSaid('First name');
        await expectSaid('Email', 'Please enter a valid email address');
        await page.getByLabel('Confirm password').fill('demo-password-2026');
        await expectNothingSaid('Confirm password');
        await password.fill('short');
        await page.getByLabel('Confirm password').fill('other');
        await page.getByRole('button', { name: 'Create Account' }).click();
        await expectSaid('Password', 'Password must be at least 8 characters long');
        await expectSaid('Confirm password', "Passwords don't match");
      }
      await visit('/login');
      await expect(page.getByLabel('Email'), 'ready to type').toBeFocused();
      await page.getByRole('button', { name: 'Sign In' }).click();
      await expectSaid('Email', 'Please enter a valid email address');
      await expectSaid('Password', 'Password is required');
    },
  );

  test(
    'logout ends the session, a URL asks to sign in and returns',
    { tag: '@both' },
    async ({ page, visit, ready, user, accessible, expectedErrors }) => {
      expectedErrors.push(401);
      await visit('/dashboard');
      await page.getByRole('button', { name: 'Logout' }).click();
      await expect(page).toHaveURL('/login');
      await expectMessage(page, 'Logged out', 'You have been logged out successfully');
      expect((await user.api.request.get('/api/auth/user')).status()).toBe(401);
      const address = '/dashboard?search=steel';
      await expectSentToLogin(page, address);
      await ready();
      await submitLogin(page, { ...user, password: 'not-the-password' });
      await expect(page.getByRole('alert')).toContainText('Login failed');
      await accessible('a login that failed');
      await submitLogin(page, user);
      await expect(page).toHaveURL(address);
    },
  );
});
