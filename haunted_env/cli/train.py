"""`haunted-env train`: the learner of `haunted_env.learning`, for those who have installed the package alone."""

import typer

from haunted_env.cli.app import app, fail, find_modules_here

WHAT = "Train a policy by self-play; haunted-env train --help lists the settings (needs the extra `training`)."


@app.command(
    help=WHAT, add_help_option=False, context_settings={"allow_extra_args": True, "ignore_unknown_options": True}
)
def train(context: typer.Context) -> None:
    find_modules_here()
    try:
        from haunted_env.learning.run import main
    except ModuleNotFoundError as error:
        raise fail(f'{error.name} is not installed; training needs: pip install "haunted-env[training]"') from None
    main("Train a policy for all roles of a game by self-play, then among other players.", context.args)
